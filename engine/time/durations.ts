/** Lengths of time in ms. A day of a calendar may be an hour longer or shorter: for those there is `calendar.ts`. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const WEEK_MS = 604_800_000

/** What is asked for at once: a leap year and a month, a year of shifts seen from any day. */
export const MAX_PERIOD_DAYS = 397

/** A shift lasts a day at most, 25 hours where a clock goes back: what overlaps an instant and lies in one shift began since then. */
export const LONGEST_SHIFT_MS = 26 * HOUR_MS
