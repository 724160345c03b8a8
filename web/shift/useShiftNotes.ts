import { useMemo } from 'react'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { mayReadOutput } from '#engine/output/mayConfirmOutput.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type OpenedShiftFragment, ShiftNotesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { type ShiftNotes, uncoveredLines } from './shiftNotes.view.ts'

const OF_NOTES: readonly RecordKind[] = ['order', 'output', 'stock']

/** Returns the material of the shift that no batch covers and, if they are asked for, its orders whose counts differ; nothing for people who may not read output. `isAsked`: no answer came yet. */
export function useShiftNotes(
  { workCenterId, timeStart, timeEnd }: Pick<OpenedShiftFragment, 'timeEnd' | 'timeStart' | 'workCenterId'>,
  withChecks: boolean,
): ShiftNotes & { readonly isAsked: boolean } {
  const mayRead = mayReadOutput(useViewer())
  const [{ data, error }] = useFreshQuery(
    ShiftNotesDocument,
    useMemo(
      () => ({ workCenterIds: [workCenterId], period: { start: timeStart, end: timeEnd }, withChecks }),
      [workCenterId, timeStart, timeEnd, withChecks],
    ),
    { workCenterIds: [workCenterId], kinds: OF_NOTES },
    { pause: !mayRead },
  )
  const isAsked = mayRead && data === undefined && error === undefined
  return useMemo(
    () => ({ uncovered: uncoveredLines(data?.uncoveredConsumptions ?? []), checks: data?.outputChecks?.items ?? [], isAsked }),
    [data, isAsked],
  )
}
