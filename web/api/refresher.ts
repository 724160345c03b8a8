/** Asks one question again, never twice at a time and never for a page that nobody sees. */
export type Refresher = {
  /** What was answered may no longer be so. */
  touch(): void
  /** The page is seen again. */
  seen(): void
  end(): void
}

/** Returns a refresher: touched while an answer is on its way or while the page is hidden, it asks once more afterwards. */
export function createRefresher(ask: () => Promise<unknown>, isHidden: () => boolean): Refresher {
  let isAsking = false
  let isDue = false
  let isEnded = false
  const run = (): void => {
    if (!isDue || isAsking || isEnded || isHidden()) return
    isDue = false
    isAsking = true
    const done = (): void => {
      isAsking = false
      run()
    }
    ask().then(done, done)
  }
  return {
    touch() {
      isDue = true
      run()
    },
    seen: run,
    end() {
      isEnded = true
    },
  }
}
