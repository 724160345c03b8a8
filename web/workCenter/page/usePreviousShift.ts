import { useMemo } from 'react'
import { useQuery } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { PastShiftsDocument } from '#web/api/generated/graphql.ts'
import type { PeriodContext } from '#web/parts/period/period.ts'
import { dayAt, startOfDay } from '#web/parts/period/zoneDay.ts'

/** A shift that is over: its kind, start and end in UTC ms, and date. */
export type PreviousShift = { readonly shiftId: number; readonly start: number; readonly end: number; readonly shiftDate: string }

/** Longer breaks between two shifts are not looked over. */
const LOOK_BACK_DAYS = 14

/** Returns the last shift before the current one; null where it is not asked for, not known yet, or too long ago. */
export function usePreviousShift(
  workCenterId: number,
  isAsked: boolean,
  { now, timeZone, currentShift }: PeriodContext,
): PreviousShift | null {
  const today = dayAt(timeZone, now)
  const variables = useMemo(() => {
    const start = startOfDay(timeZone, today) - LOOK_BACK_DAYS * DAY_MS
    return {
      workCenterId,
      period: { start: new Date(start).toISOString(), end: new Date(startOfDay(timeZone, today + 1)).toISOString() },
    }
  }, [workCenterId, timeZone, today])
  const [{ data }] = useQuery({ query: PastShiftsDocument, variables, pause: !isAsked, requestPolicy: 'cache-first' })
  const until = currentShift?.from ?? now
  const shifts = isAsked ? data?.shifts : undefined
  return useMemo(() => {
    const over = (shifts ?? [])
      .map(({ shiftId, shiftDate, timeStart, timeEnd }) => ({ shiftId, shiftDate, start: Date.parse(timeStart), end: Date.parse(timeEnd) }))
      .filter(({ end }) => end <= until)
    return over.toSorted((left, right) => left.start - right.start).at(-1) ?? null
  }, [shifts, until])
}
