import { whenIdle } from '#web/base/whenIdle.ts'
import { logFailure } from '#web/ui/log.ts'

/** Answers of a few pages, not of a day. */
const MOST = 60
/** Of a company with five hundred machines the list is half of it. */
const MOST_CHARACTERS = 2_000_000
const PAUSE_MS = 300
const IDLE_LIMIT_MS = 2_000
const CACHE = 'trueline-answers'

/** Which question, asked while which company was held. */
type Asked = { readonly company: string; readonly key: number }

/** The last answers to questions, kept beyond a reload of the page for the time without the server. */
export type AnswerStore = {
  /** Returns the answer kept for a question, null without one. */
  read(asked: Asked): Promise<unknown>
  /** Keeps an answer. It is written in a moment: answers come in bursts. */
  keep(asked: Asked, data: unknown): void
}

/** Returns the store of answers in this browser. */
export function createAnswerStore(): AnswerStore {
  const waiting = new Map<string, unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const address = ({ company, key }: Asked) => `/answers/${encodeURIComponent(company)}/${key}`

  async function write(): Promise<void> {
    timer = undefined
    const answers = [...waiting]
    waiting.clear()
    const cache = await caches.open(CACHE)
    for (const [place, data] of answers) {
      const text = JSON.stringify(data)
      if (text.length <= MOST_CHARACTERS) await cache.put(place, new Response(text))
    }
    const known = await cache.keys()
    for (const oldest of known.slice(0, Math.max(0, known.length - MOST))) await cache.delete(oldest)
  }

  return {
    async read(asked) {
      const place = address(asked)
      if (waiting.has(place)) return waiting.get(place)
      try {
        const kept = await (await caches.open(CACHE)).match(place)
        const data: unknown = kept === undefined ? null : await kept.json()
        return data
      } catch (error) {
        logFailure('A kept answer could not be read', error)
        return null
      }
    },
    keep(asked, data) {
      waiting.set(address(asked), data)
      // Of 500 machines it takes as long as drawing their list, which goes first.
      timer ??= setTimeout(() => {
        whenIdle(() => {
          write().catch((error: unknown) => logFailure('Answers could not be kept', error))
        }, IDLE_LIMIT_MS)
      }, PAUSE_MS)
    },
  }
}

/** Forgets all kept answers: they are the person's whose session is over. */
export function forgetKeptAnswers(): void {
  if (!('caches' in globalThis)) return
  caches.delete(CACHE).catch((error: unknown) => logFailure('Kept answers could not be deleted', error))
}
