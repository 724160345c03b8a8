/** Counts failures by key (an address) within a window; over the limit a key waits until its window ends. */
export type AttemptLimiter = {
  /** Returns for how many milliseconds the key has to wait, 0 when it may try. */
  waitMs(key: string, now: number): number
  countFailure(key: string, now: number): void
}

type Window = { readonly endsAt: number; failures: number }

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
    waitMs: (key, now) => {
      const window = current(key, now)
      return window !== undefined && window.failures >= failures ? window.endsAt - now : 0
    },
    countFailure: (key, now) => {
      const window = current(key, now) ?? { endsAt: now + windowMs, failures: 0 }
      window.failures++
      windows.delete(key)
      windows.set(key, window)
      const oldest = windows.keys().next()
      if (windows.size > MAX_KEYS && oldest.done !== true) windows.delete(oldest.value)
    },
  }
}
