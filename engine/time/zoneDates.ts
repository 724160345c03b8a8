/** Returns the date, `YYYY-MM-DD`, that the calendar of the zone shows at an instant. */
export function dateOf(zone: string, at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** Returns the first instant of a date in the zone, in UTC ms. */
export function startOfDate(zone: string, date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
}

/** Returns the days since Monday of a date, 0 to 6. */
export function daysSinceMonday(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek - 1
}

/** Returns the date of a year, a month from 1 and a day; null where the calendar has none. */
export function dateOfParts(year: number, month: number, day: number): string | null {
  if (![year, month, day].every((part) => Number.isInteger(part) && part > 0)) return null
  const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' })
  return date.month === month && date.day === day ? date.toString() : null
}
