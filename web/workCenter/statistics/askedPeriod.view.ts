import { drawnDimension } from '#engine/analytics/drawnTime.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { OeeStatPeriod } from '#web/api/generated/graphql.ts'
import type { PeriodChoice } from '#engine/time/periodChoice.ts'
import { movePeriod } from '#web/parts/period/period.ts'
import { dayAt, startOfDay } from '#web/parts/period/zoneDay.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** Query variables of one period: whole shifts by date for record figures, the clock for the rest (domain.md D-44). */
export type Asked = {
  readonly filter: {
    readonly workCenterIds: number[]
    readonly period: { readonly start: string; readonly end: string }
    readonly shiftIds: number[] | null
  }
  readonly shiftIds: number[] | null
  /** By the clock, no further than now; null while the period has not begun. */
  readonly window: TimeWindow | null
}

/** A shift as it is asked for: its kind, start in UTC ms, and date. */
export type AskedShift = { readonly shiftId: number; readonly start: number; readonly shiftDate: string } | null

type PeriodQuestion = {
  readonly workCenterId: number
  readonly choice: PeriodChoice
  readonly period: TimeWindow
  readonly shift: AskedShift
  /** The last one that is over, where it is asked for. */
  readonly previous?: AskedShift
  /** UTC ms. */
  readonly now: number
  readonly timeZone: string
}

/** Up to so many days a trend shows each shift, up to so many each day. */
const SHIFTS_UP_TO_DAYS = 10

/**
 * Returns the query variables of the period and of the equal one before: for the running and the previous shift the same shift a day earlier, else as
 * many days or as much time.
 */
export function askedPeriods(question: PeriodQuestion): { readonly current: Asked; readonly before: Asked } {
  const { choice, period, timeZone } = question
  const now = Math.ceil(question.now / MINUTE_MS) * MINUTE_MS
  const elapsed = Math.min(period.to, now) - period.from
  const range = choice.kind === 'relative' ? choice.range : null
  const shift = range === 'currentShift' ? question.shift : range === 'previousShift' ? (question.previous ?? null) : null
  if (shift !== null && shift.start === period.from) {
    const day = dayAtDate(shift.shiftDate)
    const dayBefore = startOfDay(timeZone, dayAt(timeZone, period.from) - 1) - startOfDay(timeZone, dayAt(timeZone, period.from))
    const ids = [shift.shiftId]
    return {
      current: asked(question, { days: [day, day + 1], ids, from: period.from, elapsed }),
      before: asked(question, { days: [day - 1, day], ids, from: period.from + dayBefore, elapsed }),
    }
  }
  const context = { now: question.now, timeZone, currentShift: null }
  const fixed: PeriodChoice = { kind: 'absolute', ...period, shiftId: null }
  const moved = movePeriod(fixed, -1, context)
  // A named day comes back by its name: its time is found by its distance.
  const first = dayAt(timeZone, period.from)
  const days = dayAt(timeZone, period.to - 1) + 1 - first
  const from = moved.kind === 'absolute' ? moved.from : startOfDay(timeZone, first - days)
  const ids = choice.shiftId === null ? null : [choice.shiftId]
  return {
    current: asked(question, { days: [first, first + days], ids, from: period.from, elapsed }),
    before: asked(question, { days: [first - days, first], ids, from, elapsed }),
  }
}

/** Returns the grain of the table of a trend: shifts, or days for long periods. */
export function trendGrain({ from, to }: TimeWindow): 'DAY' | 'SHIFT' {
  return to - from <= SHIFTS_UP_TO_DAYS * DAY_MS ? 'SHIFT' : 'DAY'
}

/** Returns the grain of the chart of a trend: days of many that have begun are drawn by week (domain.md N-22). */
export function drawnTrendGrain(
  period: TimeWindow,
  { window }: Pick<Asked, 'window'>,
  timeZone: string,
): Extract<OeeStatPeriod, 'DAY' | 'SHIFT' | 'WEEK'> {
  const grain = trendGrain(period)
  if (grain === 'SHIFT' || window === null) return grain
  const days = dayAt(timeZone, window.to - 1) + 1 - dayAt(timeZone, window.from)
  return drawnDimension('DAY', days) === 'WEEK' ? 'WEEK' : 'DAY'
}

/** Returns by what energy is grouped: hours of up to three days, else days; shifts where some are chosen. */
export function energyGrain({ from, to }: TimeWindow, shiftIds: readonly number[] | null): 'DAY' | 'SHIFT' | null {
  if (shiftIds !== null) return 'SHIFT'
  return to - from > 3 * DAY_MS ? 'DAY' : null
}

/** Returns noon of a calendar date, `YYYY-MM-DD`, in the zone (UTC ms): what formats as that date there. */
export function noonOf(date: string, timeZone: string): number {
  return startOfDay(timeZone, dayAtDate(date)) + DAY_MS / 2
}

type Stretch = {
  readonly days: readonly [first: number, end: number]
  readonly ids: number[] | null
  readonly from: number
  readonly elapsed: number
}

function asked({ workCenterId, timeZone }: PeriodQuestion, { days, ids, from, elapsed }: Stretch): Asked {
  const period = { start: iso(startOfDay(timeZone, days[0])), end: iso(startOfDay(timeZone, days[1])) }
  return {
    filter: { workCenterIds: [workCenterId], period, shiftIds: ids },
    shiftIds: ids,
    window: elapsed > 0 ? { from, to: from + elapsed } : null,
  }
}

function dayAtDate(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
