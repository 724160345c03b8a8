import { DAY_MS, MAX_PERIOD_DAYS } from '#engine/time/durations.ts'
import { startOfDay } from './zoneDay.ts'

/** A period has at most so many days, also where clocks change in it. */
const LONGEST_DAYS = MAX_PERIOD_DAYS - 1

/** Two days (yyyy-mm-dd) of an address; empty = open to that side. */
export type ChosenDays = { readonly from: string; readonly to: string }

/**
 * Returns the first and the last day that are asked for (days since 1970-01-01), chosen in either order; null where none is. Open to a side they reach as far
 * as a period may; where they are further apart, the first of them are.
 */
export function daysAsked({ from, to }: ChosenDays): { readonly first: number; readonly last: number } | null {
  const days = [from, to].filter((day) => day !== '').map((day) => Date.parse(day) / DAY_MS)
  if (days.length === 0) return null
  const first = from === '' ? Math.min(...days) - LONGEST_DAYS + 1 : Math.min(...days)
  const longest = first + LONGEST_DAYS - 1
  return { first, last: to === '' ? longest : Math.min(Math.max(...days), longest) }
}

/** Returns which of the two days lies too far behind the other, and up to which day is asked for (ms UTC); null where neither does. */
export function tooLongOf(range: ChosenDays): { readonly field: 'from' | 'to'; readonly days: number; readonly until: number } | null {
  const [from, to] = [Date.parse(range.from) / DAY_MS, Date.parse(range.to) / DAY_MS]
  const asked = daysAsked(range)
  if (asked === null || !(Math.abs(to - from) >= LONGEST_DAYS)) return null
  return { field: from > to ? 'from' : 'to', days: LONGEST_DAYS, until: asked.last * DAY_MS }
}

/** Returns the days of the address as instants, both included; null where none is chosen. */
export function periodOfDays(range: ChosenDays, zone: string): { readonly start: string; readonly end: string } | null {
  const days = daysAsked(range)
  if (days === null) return null
  return { start: new Date(startOfDay(zone, days.first)).toISOString(), end: new Date(startOfDay(zone, days.last + 1)).toISOString() }
}
