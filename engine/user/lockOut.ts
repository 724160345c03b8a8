const FAILURES_BEFORE_LOCK = 5
const FIRST_LOCK_MS = 60_000
const LONGEST_LOCK_MS = 15 * 60_000
const FAILURES_OF_STRANGERS = 50

/**
 * Returns for how many milliseconds an account stays locked for a place after so many failed sign-ins in a row from there: none before the fifth, then
 * 1 min doubling up to 15 min.
 */
export function lockMs(failures: number): number {
  if (failures < FAILURES_BEFORE_LOCK) return 0
  return Math.min(FIRST_LOCK_MS * 2 ** Math.min(failures - FAILURES_BEFORE_LOCK, 10), LONGEST_LOCK_MS)
}

/** Returns how many more wrong tries there may be before one locks, after so many in a row. */
export function triesLeft(failures: number): number {
  return Math.max(0, FAILURES_BEFORE_LOCK - failures)
}

/**
 * Returns for how many milliseconds an account stays locked for all browsers that its owner never used, after so many failed sign-ins from them: none
 * before the fiftieth, then 15 min. It slows somebody with many addresses down.
 */
export function strangersLockMs(failures: number): number {
  return failures < FAILURES_OF_STRANGERS ? 0 : LONGEST_LOCK_MS
}
