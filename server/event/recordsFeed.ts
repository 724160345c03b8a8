import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { CompanyRecordsChange } from '#engine/event/recordsChange.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import { readRecordsMessage, RECORDS_CHANNEL } from './notifyRecords.ts'
import { createTopic } from './topic.ts'

/** What a process hears of changed records; `missed` = some may have gone unheard, so whatever is shown is asked again. */
export type RecordsNews = { readonly missed: false; readonly changes: readonly CompanyRecordsChange[] } | { readonly missed: true }

export type RecordsFeed = {
  subscribe(hear: (news: RecordsNews) => void): () => void
  close(): Promise<void>
}

const RECONNECT_AFTER_MS = 500

/**
 * Returns the feed of changed records from all processes, heard on a connection of its own. A lost connection is made anew, and what was committed
 * meanwhile counts as missed. Resolves when the first attempt to listen is over.
 */
export async function openRecordsFeed({ database, log }: { readonly database: Database; readonly log: Logger }): Promise<RecordsFeed> {
  const topic = createTopic<RecordsNews>()
  const closing = new AbortController()
  const { promise: first, resolve: begun } = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    for (let isFirst = true; !closing.signal.aborted; isFirst = false) {
      let client: pg.Client | null = null
      try {
        client = await database.connect()
        client.on('notification', ({ payload }) => publishNews(topic.publish, payload ?? '', log))
        const lost = connectionEnd(client, closing.signal)
        await client.query(`listen ${RECORDS_CHANNEL}`)
        if (!isFirst) topic.publish({ missed: true })
        begun()
        await lost
      } catch (error) {
        log.debug({ err: error }, 'changed records are not heard of until the database is back')
      }
      begun()
      await client?.end().catch(() => undefined)
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const ended = run()
  await first
  return {
    subscribe: topic.subscribe,
    close: async () => {
      closing.abort()
      await ended
    },
  }
}

function publishNews(publish: (news: RecordsNews) => void, payload: string, log: Logger): void {
  try {
    publish({ missed: false, changes: readRecordsMessage(payload) })
  } catch (error) {
    log.warn({ err: error }, 'a message about changed records could not be read')
  }
}

function connectionEnd(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once('end', () => resolve())
    client.once('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
