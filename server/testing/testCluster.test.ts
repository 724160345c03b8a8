import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopTestCluster } from './testCluster.ts'
import { createTestDatabase } from './testDatabase.ts'

test('a test run that ends leaves the database to another one that goes on', async () => {
  const { database, drop } = await createTestDatabase()
  await database.ping(5_000)
  await stopTestCluster()
  await assert.doesNotReject(database.ping(5_000))
  await drop()
})
