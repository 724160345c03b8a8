import { HOUR_MS } from '#engine/time/durations.ts'
import type { PeriodChoice, RelativeRange } from '#engine/time/periodChoice.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { dayAt, startOfDay } from './zoneDay.ts'

/** What the bounds of a choice depend on. */
export type PeriodContext = {
  /** UTC ms. */
  readonly now: number
  readonly timeZone: string
  /** Null outside every shift. */
  readonly currentShift: TimeWindow | null
  /** The last shift that is over; null while it is not known, or where there is none. */
  readonly previousShift?: TimeWindow | null
}

const OFF_SHIFT_WINDOW_MS = 8 * HOUR_MS
const OFF_SHIFT_STEP_MS = 15 * 60_000

/** Returns the days of a range, the first and the one after the last, counted from today, which is so many days after Monday. */
function daysOf(range: Exclude<RelativeRange, 'currentShift' | 'previousShift'>, sinceMonday: number): readonly [number, number] {
  switch (range) {
    case 'today':
      return [0, 1]
    case 'yesterday':
      return [-1, 0]
    case 'last2':
      return [-1, 1]
    case 'last7':
      return [-6, 1]
    case 'thisWeek':
      return [-sinceMonday, 7 - sinceMonday]
    case 'lastWeek':
      return [-sinceMonday - 7, -sinceMonday]
    case 'last30':
      return [-29, 1]
    case 'tomorrow':
      return [1, 2]
  }
}

/** 1 January 1970 was a Thursday. */
function sinceMonday(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/**
 * Returns the current bounds of a choice: whole days of the zone's calendar, 23 or 25 hours at clock changes. Outside every shift the last eight
 * hours stand for the current one; as much time before it for the previous one while that is not known.
 */
export function boundsOf(choice: PeriodChoice, { now, timeZone, currentShift, previousShift }: PeriodContext): TimeWindow {
  if (choice.kind === 'absolute') return { from: choice.from, to: choice.to }
  const current = currentShift ?? lastHours(now)
  if (choice.range === 'currentShift') return current
  if (choice.range === 'previousShift') return previousShift ?? { from: 2 * current.from - current.to, to: current.from }
  const today = dayAt(timeZone, now)
  const [first, end] = daysOf(choice.range, sinceMonday(today))
  return { from: startOfDay(timeZone, today + first), to: startOfDay(timeZone, today + end) }
}

/** Returns the choice with the same time as fixed dates, as a link shall keep it. */
export function fixPeriod(choice: PeriodChoice, context: PeriodContext): PeriodChoice {
  return { kind: 'absolute', ...boundsOf(choice, context), shiftId: choice.shiftId }
}

/** Returns the equal period before (-1) or after (1): as many whole days where it is made of days, else as much time; the days around today and the weeks by their names. */
export function movePeriod(choice: PeriodChoice, direction: -1 | 1, context: PeriodContext): PeriodChoice {
  const { from, to } = boundsOf(choice, context)
  const { timeZone } = context
  const [first, end] = [dayAt(timeZone, from), dayAt(timeZone, to)]
  const isDays = startOfDay(timeZone, first) === from && startOfDay(timeZone, end) === to && end > first
  const by = isDays ? (end - first) * direction : (to - from) * direction
  const moved = isDays ? { from: startOfDay(timeZone, first + by), to: startOfDay(timeZone, end + by) } : { from: from + by, to: to + by }
  const named = (['yesterday', 'today', 'tomorrow', 'lastWeek', 'thisWeek'] as const).find((range) => {
    const bounds = boundsOf({ kind: 'relative', range, shiftId: null }, context)
    return bounds.from === moved.from && bounds.to === moved.to
  })
  return named === undefined
    ? { kind: 'absolute', ...moved, shiftId: choice.shiftId }
    : { kind: 'relative', range: named, shiftId: choice.shiftId }
}

function lastHours(now: number): TimeWindow {
  // A step keeps the bounds still between renders.
  const to = Math.ceil(now / OFF_SHIFT_STEP_MS) * OFF_SHIFT_STEP_MS
  return { from: to - OFF_SHIFT_WINDOW_MS, to }
}
