import { DAY_MS } from '#engine/time/durations.ts'
import { zoneOffset } from '#web/ui/zone.ts'

/**
 * A calendar day as days since 1970-01-01: counted, compared and moved without a time zone; only its two ends have one. Uses `Intl` and arithmetic,
 * for browsers without `Temporal`.
 */
export type DayNumber = number

/** Further from UTC than any zone, and nearer than two changes of a clock. */
const AROUND_MS = 30 * 3_600_000

/** Returns the day that the calendar of the zone shows at an instant. */
export function dayAt(timeZone: string, at: number): DayNumber {
  return Math.floor((at + zoneOffset(timeZone, at)) / DAY_MS)
}

/** Returns the first instant of a day in the zone, in UTC ms; where midnight is skipped that is when the clocks jump over it. */
export function startOfDay(timeZone: string, day: DayNumber): number {
  return instantOf(timeZone, day * DAY_MS)
}

/**
 * Returns the instant in UTC ms of a local time in the zone (ms since 1970-01-01T00:00 local): the first of two where clocks go back, the jump where
 * they skip it.
 */
export function instantOf(timeZone: string, local: number): number {
  const before = zoneOffset(timeZone, local - AROUND_MS)
  const after = zoneOffset(timeZone, local + AROUND_MS)
  const valid = [local - before, local - after].filter((at) => at + zoneOffset(timeZone, at) === local)
  if (valid.length > 0) return Math.min(...valid)
  let [low, high] = [local - AROUND_MS, local + AROUND_MS]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (middle + zoneOffset(timeZone, middle) >= local) high = middle
    else low = middle
  }
  return high
}

/** Returns the parts of a day: year, month 1…12, day of the month, and day of the week from 1 = Monday to 7. */
export function partsOf(day: DayNumber): {
  readonly year: number
  readonly month: number
  readonly date: number
  readonly weekday: number
} {
  const utc = new Date(day * DAY_MS)
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, date: utc.getUTCDate(), weekday: ((utc.getUTCDay() + 6) % 7) + 1 }
}

/** Returns the day of a year, month 1…12 and date; null when the calendar has no such day. */
export function dayOf(year: number, month: number, date: number): DayNumber | null {
  const day = Date.UTC(year, month - 1, date) / DAY_MS
  const found = partsOf(day)
  return found.year === year && found.month === month && found.date === date ? day : null
}

/** Returns an instant as a field for dates and times takes it: the wall time of the zone, `2026-05-04T06:30`. */
export function wallText(at: number, zone: string): string {
  return new Date(at + zoneOffset(zone, at)).toISOString().slice(0, 16)
}
