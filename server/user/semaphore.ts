/** Limits how many pieces of work run at once. */
export type Semaphore = {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Returns how much work has not begun. */
  waiting(): number
}

/** Returns a semaphore: runs work in order of arrival, at most `limit` pieces at a time. */
export function createSemaphore(limit: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    waiting: () => waiting.length,
    run: async (work) => {
      if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running--
        else next()
      }
    },
  }
}
