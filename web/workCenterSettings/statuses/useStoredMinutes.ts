import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { StoredMinutesDocument } from '#web/api/generated/graphql.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { Total } from './signalShape.view.ts'

const ASK_EVERY_MS = 10_000

/** Returns the stored time in each status of the window, asked anew while it is shown; undefined before the first answer and for no window. */
export function useStoredMinutes(workCenterId: number, window: TimeWindow | null): readonly Total[] | undefined {
  const [{ data }] = useFreshQuery(
    StoredMinutesDocument,
    useMemo(() => minutesVariables(workCenterId, window ?? { from: 0, to: 0 }), [workCenterId, window]),
    { workCenterIds: [workCenterId], kinds: ['status'], period: window },
    // Minutes in the status of the moment grow; a long past tells by itself when it is recalculated.
    { requestPolicy: 'network-only', pause: window === null, everyMs: ASK_EVERY_MS },
  )
  return data?.statusesStat
}

/** Returns what the question for stored minutes is asked with. */
export function minutesVariables(workCenterId: number, { from, to }: TimeWindow) {
  return { workCenterId, period: { start: new Date(from).toISOString(), end: new Date(to).toISOString() } }
}
