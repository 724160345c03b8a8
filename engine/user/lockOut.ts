const FAILURES_BEFORE_LOCK = 5
const FIRST_LOCK_MS = 60_000
const LONGEST_LOCK_MS = 15 * 60_000

/** Returns for how many milliseconds an account stays locked after so many failed sign-ins in a row: none before the fifth, then 1 min doubling up to 15 min. */
export function lockMs(failures: number): number {
  if (failures < FAILURES_BEFORE_LOCK) return 0
  return Math.min(FIRST_LOCK_MS * 2 ** Math.min(failures - FAILURES_BEFORE_LOCK, 10), LONGEST_LOCK_MS)
}
