import { setTimeout as sleep } from 'node:timers/promises'

/** More than the setup of a file of stories takes on a machine that does much else. */
export const SETUP_LIMIT_MS = 600_000

const PATIENCE_MS = 300_000
const PAUSE_MS = 1_000

/** What passes by itself: a server that starts, is busy or answers late. */
const PASSING = /\b50[234]\b|SERVICE_UNAVAILABLE|fetch failed|ECONNREFUSED|ECONNRESET|connack timeout|timeout/i

/** Returns what the setup of stories asks for; tries again, as a person would, while the server is busy, and then says what it waited for. */
export async function patiently<T>(wish: string, attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      if (!PASSING.test(reason)) throw error
      if (performance.now() > giveUpAt) {
        const message = `the setup of the stories tried ${wish} for ${PATIENCE_MS / 1000} s, and the server was not ready: ${reason}`
        throw new Error(message, { cause: error })
      }
      await sleep(PAUSE_MS)
    }
  }
}
