import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { CompiledQuery } from 'kysely'
import type { Db, ConstructorOptions } from 'pg-boss'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { JOB_CHANNEL } from './enqueue.ts'

const RECONNECT_AFTER_MS = 2_000

/** The database as pg-boss uses it: our pool, and one connection that hears of added jobs. */
export type QueueDatabase = NonNullable<ConstructorOptions['db']>

/** Returns the database for pg-boss; `listen` makes its connection anew whenever it is lost. */
export function queueDatabase(database: Pick<Database, 'pool' | 'connect'>): QueueDatabase {
  return {
    executeSql: (text, values) => database.pool.query(text, values),
    listen: async (_channel, onNotification, onReconnect) => {
      const ending = new AbortController()
      const listening = listen(database, ending.signal, { onNotification, onReconnect })
      return {
        close: async () => {
          ending.abort()
          await listening
        },
      }
    },
  }
}

/** Returns the transaction for pg-boss, so that what it does commits or rolls back with everything else in it. */
export function inTransaction(tx: Transaction<DB>): Db {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}

type Ears = { readonly onNotification: (payload: string) => void; readonly onReconnect: () => void }

async function listen(database: Pick<Database, 'connect'>, signal: AbortSignal, { onNotification, onReconnect }: Ears): Promise<void> {
  while (!signal.aborted) {
    let client: pg.Client | null = null
    try {
      client = await database.connect()
      client.on('notification', ({ payload = '' }) => onNotification(payload))
      const lost = endOf(client, signal)
      await client.query(`listen ${JOB_CHANNEL}`)
      // For what was added before we listened.
      onReconnect()
      await lost
    } catch {
      // The database is away; queues are polled as well, and pg-boss says so when it cannot.
    }
    await client?.end().catch(() => undefined)
    await sleep(RECONNECT_AFTER_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

function endOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once('end', () => resolve())
    client.once('error', () => resolve())
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
