import type { Transaction } from 'kysely'
import { CompiledQuery } from 'kysely'
import type { Db, ConstructorOptions } from 'pg-boss'
import type { Database } from '#server/db/database.ts'
import { openListener } from '#server/db/listener.ts'
import type { DB } from '#server/db/schema.ts'
import type { Logger } from '#server/log.ts'
import { JOB_CHANNEL } from './enqueue.ts'

/** The database as pg-boss uses it: our pool, and one connection that hears of added jobs. */
export type QueueDatabase = NonNullable<ConstructorOptions['db']>

export type QueueDatabaseDeps = { readonly database: Pick<Database, 'pool' | 'connect'>; readonly log: Logger }

/** Returns the database for pg-boss; `listen` makes its connection anew whenever it is lost. While it is away, the queues are polled. */
export function queueDatabase({ database, log }: QueueDatabaseDeps): QueueDatabase {
  return {
    executeSql: (text, values) =>
      TAKES_OF_GROUPS.test(text) ? takeInTurn(database.pool, text, values) : database.pool.query(text, values),
    listen: (_channel, onNotification, onReconnect) =>
      openListener({ database, log, channel: JOB_CHANNEL, hear: onNotification, onMissed: onReconnect, missesStart: true }),
  }
}

/** The statement that takes a job of a company of which none runs. It looks for those that run in its snapshot: two at once would both see none. */
const TAKES_OF_GROUPS = /\bactive_group_probe\b/

/** Takes jobs one process after the other, so that each sees what the one before took. It takes a millisecond. */
async function takeInTurn(pool: Database['pool'], text: string, values: unknown[] | undefined) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('jobs of companies are taken'))`)
    const taken = await client.query(text, values)
    await client.query('commit')
    client.release()
    return taken
  } catch (error) {
    // The transaction ends with its connection.
    client.release(true)
    throw error
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
