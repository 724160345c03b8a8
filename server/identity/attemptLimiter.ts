/** Counts attempts by key (an address) within a window; over the limit a key waits until its window ends. */
export type AttemptLimiter = {
  /**
   * Returns 0 and counts an attempt, as a failure until it is given back: so that many at once do not slip through before the first has
   * failed. Over the limit it returns for how many milliseconds the key has to wait.
   */
  take(key: string, now: number): number
  /** Forgets an attempt that succeeded. */
  giveBack(key: string, now: number): void
}

type Window = { readonly endsAt: number; attempts: number }

/** Keys beyond this are forgotten, oldest first, so that a flood of addresses cannot fill the memory. */
const MAX_KEYS = 10_000

/** Returns a limiter that lets a key fail so many times in a window. */
export function createAttemptLimiter({ failures, windowMs }: { readonly failures: number; readonly windowMs: number }): AttemptLimiter {
  const windows = new Map<string, Window>()
  const current = (key: string, now: number) => {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }
  return {
    take: (key, now) => {
      const window = current(key, now) ?? { endsAt: now + windowMs, attempts: 0 }
      if (window.attempts >= failures) return window.endsAt - now
      window.attempts++
      windows.delete(key)
      windows.set(key, window)
      const oldest = windows.keys().next()
      if (windows.size > MAX_KEYS && oldest.done !== true) windows.delete(oldest.value)
      return 0
    },
    giveBack: (key, now) => {
      const window = current(key, now)
      if (window !== undefined && window.attempts > 0) window.attempts--
    },
  }
}
