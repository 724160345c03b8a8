import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { openListener } from './listener.ts'

test('a listener that is closed while it connects ends', async () => {
  const given = await createTestDatabase()
  try {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let connections = 0
    const connect = async () => {
      connections++
      if (connections === 1) return await given.database.connect()
      reached.resolve()
      await goOn.promise
      return await given.database.connect()
    }
    const listener = await openListener({ database: { connect }, log: createLog('silent'), channel: 'nobody_says', hear: () => undefined })
    await given.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen nobody_says'`,
    )
    await reached.promise
    const closed = listener.close()
    goOn.resolve()
    await closed
  } finally {
    await given.drop()
  }
})
