import { useMemo } from 'react'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TabProps } from '../page/tabProps.ts'
import { type Asked, askedPeriods } from './askedPeriod.view.ts'

const NOW_STEP_MS = 60_000

/** Returns the query variables of the shown period and the equal one before; stable within a minute, so that nothing is queried twice. */
export function useAsked({ workCenter, choice, period, previousShift }: TabProps): { readonly current: Asked; readonly before: Asked } {
  const { timeZone } = useFormat()
  const now = useCoarseNow(NOW_STEP_MS)
  const shift = useLiveWorkCenter(workCenter.id)?.shift ?? null
  const [shiftId, start, shiftDate] = [shift?.shiftId ?? null, shift?.start ?? null, shift?.shiftDate ?? null]
  return useMemo(
    () =>
      askedPeriods({
        workCenterId: workCenter.id,
        choice,
        period,
        shift: shiftId === null || start === null || shiftDate === null ? null : { shiftId, start, shiftDate },
        previous: previousShift,
        now,
        timeZone,
      }),
    [workCenter.id, choice, period, shiftId, start, shiftDate, previousShift, now, timeZone],
  )
}
