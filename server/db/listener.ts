import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'

const RECONNECT_AFTER_MS = 500

/** What a connection of its own hears on one channel of PostgreSQL. */
export type Listener = { close(): Promise<void> }

/**
 * Hears a channel on a connection of its own. A lost connection is made anew; `onMissed` is called then, because what was told meanwhile is lost. Resolves when
 * the first attempt to listen is over.
 */
export async function openListener(deps: {
  readonly database: Pick<Database, 'connect'>
  readonly log: Logger
  readonly channel: string
  readonly hear: (payload: string) => void
  readonly onMissed?: () => void
  /** Whether what was told before the first connection counts as missed, too. */
  readonly missesStart?: boolean
}): Promise<Listener> {
  const { database, log, channel, hear, onMissed = () => undefined, missesStart = false } = deps
  const closing = new AbortController()
  const { promise: first, resolve: begun } = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    for (let isFirst = true; !closing.signal.aborted; isFirst = false) {
      let client: pg.Client | null = null
      try {
        client = await database.connect()
        client.on('notification', ({ payload }) => {
          try {
            hear(payload ?? '')
          } catch (error) {
            log.warn({ err: error, channel }, 'a message of another process could not be read')
          }
        })
        const lost = connectionEnd(client, closing.signal)
        await client.query(`listen ${channel}`)
        if (!isFirst || missesStart) onMissed()
        begun()
        await lost
      } catch (error) {
        log.debug({ err: error, channel }, 'messages of other processes are not heard until the database is back')
      }
      begun()
      await client?.end().catch(() => undefined)
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const ended = run()
  await first
  return {
    close: async () => {
      closing.abort()
      await ended
    },
  }
}

/** The signal may have come before there was a connection. */
function connectionEnd(client: pg.Client, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    client.once('end', () => resolve())
    client.once('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
