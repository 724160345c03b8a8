export const LATENESSES = ['AT_RISK', 'LATE', 'LIKELY_LATE', 'ON_TIME'] as const
export type Lateness = (typeof LATENESSES)[number]

/** What lateness is judged by, instants in ms UTC. */
export type Lateable = {
  readonly dueDate: number | null
  /** Of an order that is finished; null = it is open. */
  readonly timeEnd: number | null
  readonly end: number | null
  /** Null = rough: then only the middle is judged. */
  readonly range: { readonly low: number | null; readonly high: number | null } | null
}

/** Returns whether the order comes too late (domain.md F-2), null without a due date: late by the clock or by all that is likely, likely late by its middle, at risk by its worst. */
export function latenessOf({ dueDate, timeEnd, end, range }: Lateable, now: number): Lateness | null {
  if (dueDate === null) return null
  if (timeEnd !== null) return timeEnd > dueDate ? 'LATE' : 'ON_TIME'
  if (now > dueDate || (range?.low != null && range.low > dueDate)) return 'LATE'
  if (end !== null && end > dueDate) return 'LIKELY_LATE'
  return range?.high != null && range.high > dueDate ? 'AT_RISK' : 'ON_TIME'
}
