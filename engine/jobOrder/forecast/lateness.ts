import type { EndBounds, OrderForecast } from './queueForecast.ts'

export const LATENESSES = ['AT_RISK', 'LATE', 'LIKELY_LATE', 'ON_TIME'] as const
export type Lateness = (typeof LATENESSES)[number]

/** What lateness is judged by, instants in ms UTC. */
export type Lateable = {
  readonly dueDate: number | null
  /** Of an order that is finished; null = it is open. */
  readonly timeEnd: number | null
  readonly end: number | null
  /** Null = rough: then only the middle is judged. */
  readonly range: OrderForecast<unknown>['range']
  /** Of an end beyond the shifts that are known; left out or null = it is not known. */
  readonly notBefore?: EndBounds | null
}

/**
 * Returns whether the order comes too late (domain.md F-2): late by the clock or by all that is likely, likely late by its middle, at risk by its worst.
 * What ends beyond the shifts that are known ends after the last of them at least. Null without a due date, and where the end is not known.
 */
export function latenessOf({ dueDate, timeEnd, end, range, notBefore = null }: Lateable, now: number): Lateness | null {
  if (dueDate === null) return null
  if (timeEnd !== null) return timeEnd > dueDate ? 'LATE' : 'ON_TIME'
  const isAfterDue = (instant: number | null | undefined) => instant != null && instant > dueDate
  if (now > dueDate || (range !== null && isAfterDue(range.low ?? notBefore?.low))) return 'LATE'
  if (isAfterDue(end ?? notBefore?.end)) return 'LIKELY_LATE'
  if (range !== null && isAfterDue(range.high ?? notBefore?.high)) return 'AT_RISK'
  return end === null ? null : 'ON_TIME'
}
