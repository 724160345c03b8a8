const KEY = 'trueline.reloadedAt'
const PAUSE_MS = 60_000

/** Returns whether a failed page may reload by itself, and records it: once a minute, so that a lasting failure does not loop. */
export function isReloadDue(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? Number.NEGATIVE_INFINITY)
  if (now - last < PAUSE_MS) return false
  storage.setItem(KEY, String(now))
  return true
}
