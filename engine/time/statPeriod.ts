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

/** Returns the instant at which the date begins in the zone. */
export function midnight(zone: string, date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
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
