import { DAY_MS } from './durations.ts'
import type { Interval } from './interval.ts'

/** How records are put together in time; a record belongs to its shift date (domain.md D-44, S-41). */
export const PERIOD_TYPES = ['DAY', 'MONTH', 'SHIFT', 'WEEK', 'YEAR'] as const
export type PeriodType = (typeof PERIOD_TYPES)[number]

/** Shift dates `[from, to)`, `YYYY-MM-DD`. */
export type DateRange = { readonly from: string; readonly to: string }

/** Returns the day, week (from Monday), month or year that holds the date; a shift's is its day. */
export function periodOf(type: PeriodType, date: string): DateRange {
  const day = Temporal.PlainDate.from(date)
  if (type === 'WEEK') return rangeOf(day.subtract({ days: day.dayOfWeek - 1 }), { days: 7 })
  if (type === 'MONTH') return rangeOf(day.with({ day: 1 }), { months: 1 })
  if (type === 'YEAR') return rangeOf(day.with({ month: 1, day: 1 }), { years: 1 })
  return rangeOf(day, { days: 1 })
}

/** Returns the date before. */
export function dayBefore(date: string): string {
  return Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()
}

/** Returns the date so many days later; a negative number is earlier. */
export function movedDate(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Returns how many days the second date is later; negative where it is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
}

/** Returns whether the text is a date of the calendar, `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

/** Returns how many months the dates are, from the first of one to the last of another; 0 where they are no whole ones. */
export function wholeMonths({ from, to }: DateRange): number {
  const { months, days } = monthsAndDays({ from, to })
  return days === 0 && Temporal.PlainDate.from(from).day === 1 ? months : 0
}

/** Returns how many months the dates are, and how many days more. */
export function monthsAndDays({ from, to }: DateRange): { readonly months: number; readonly days: number } {
  const { months, days } = Temporal.PlainDate.from(from).until(to, { largestUnit: 'month' })
  return { months, days }
}

/** Returns the date so many months later; a negative number is earlier. */
export function monthsLater(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}

/** Returns the periods that the dates touch, ascending, the first and the last clipped to them. */
export function periodsBetween(type: PeriodType, dates: DateRange): DateRange[] {
  const periods: DateRange[] = []
  for (let from = dates.from; from < dates.to;) {
    const { to } = periodOf(type, from)
    periods.push({ from, to: to < dates.to ? to : dates.to })
    from = to
  }
  return periods
}

/** Returns the common dates of both, null when there are none. */
export function commonDates(a: DateRange, b: DateRange): DateRange | null {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from < to ? { from, to } : null
}

/** Returns the calendar time in ms of the dates in the zone up to the instant: 23 or 25 hours where the clock changes (domain.md D-1). */
export function calendarMs(zone: string, { from, to }: DateRange, now: number): number {
  return Math.max(0, Math.min(midnight(zone, to), now) - midnight(zone, from))
}

/**
 * Which shifts a period takes: those of its shift dates, and of a date that it cuts those that start inside. `startsFrom` and `startsBefore` are the
 * cuts of the first and the last date in UTC ms; null = that date is whole.
 */
export type ShiftScope = DateRange & { readonly startsFrom: number | null; readonly startsBefore: number | null }

/**
 * Returns which shifts a period of instants takes in the plant's zone (domain.md D-44): whole shifts, each in exactly one of two periods that touch. A
 * period of whole days of the zone takes the shifts of their dates, whichever rule dates them.
 */
export function shiftScopeOf(zone: string, { start, end }: Interval): ShiftScope {
  const [from, last] = [dateAt(zone, start), dateAt(zone, end - 1)]
  const { to } = periodOf('DAY', last)
  return {
    from,
    to,
    startsFrom: midnight(zone, from) < start ? start : null,
    startsBefore: midnight(zone, to) > end ? end : null,
  }
}

/** Without a period, figures are those of so many days. */
const DEFAULT_DAYS = 30

/** Returns which shifts a question takes: those of its period, without one those of the dates of the last 30 days. */
export function askedShifts(zone: string, period: Interval | null, now: number): ShiftScope {
  return period === null ? wholeDates(shiftScopeOf(zone, { start: now - DEFAULT_DAYS * DAY_MS, end: now })) : shiftScopeOf(zone, period)
}

/** Returns the scope of whole dates. */
export function wholeDates({ from, to }: DateRange): ShiftScope {
  return { from, to, startsFrom: null, startsBefore: null }
}

/** Returns the part of the scope in the dates. */
export function narrowedScope(scope: ShiftScope, dates: DateRange): ShiftScope {
  const { from, to } = commonDates(scope, dates) ?? { from: dates.from, to: dates.from }
  return {
    from,
    to,
    startsFrom: from === scope.from ? scope.startsFrom : null,
    startsBefore: to === scope.to ? scope.startsBefore : null,
  }
}

/** Returns whether the scope takes the shift. */
export function takesShift(scope: ShiftScope, { shiftDate, start }: { readonly shiftDate: string; readonly start: number }): boolean {
  if (shiftDate < scope.from || shiftDate >= scope.to) return false
  if (scope.startsFrom !== null && shiftDate === scope.from && start < scope.startsFrom) return false
  return scope.startsBefore === null || start < scope.startsBefore || periodOf('DAY', shiftDate).to < scope.to
}

/** Returns the calendar time in ms of those dates that lie in the scope, up to the instant: 23 or 25 hours where the clock changes (domain.md D-1). */
export function scopeMs(zone: string, scope: ShiftScope, dates: DateRange, now: number): number {
  if (scope.startsFrom === null && scope.startsBefore === null) return calendarMs(zone, dates, now)
  const start = Math.max(midnight(zone, dates.from), scope.startsFrom ?? -Infinity)
  return Math.max(0, Math.min(midnight(zone, dates.to), scope.startsBefore ?? Infinity, now) - start)
}

/** Returns the instant at which the date begins in the zone. */
export function midnight(zone: string, date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
}

/** Returns the instant at which the clock of the zone shows the time on the date: one that it skips moves by the gap, of one that it shows twice the first (S-42). */
export function clockInstant(zone: string, date: string, { hours, minutes }: { readonly hours: number; readonly minutes: number }): number {
  const time = Temporal.PlainTime.from({ hour: hours, minute: minutes })
  return Temporal.PlainDate.from(date).toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** Returns the date of the instant in the zone. */
export function dateAt(zone: string, at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()
}

function rangeOf(
  first: Temporal.PlainDate,
  length: { readonly days?: number; readonly months?: number; readonly years?: number },
): DateRange {
  return { from: first.toString(), to: first.add(length).toString() }
}
