import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { startIngest } from './ingest.ts'

test('a row of the log with flipped bits is passed over and told, and its partition goes on', async () => {
  const given = await createTestDatabase()
  await given.database.pool.query(
    `insert into ingest_log (partitions, lease, position, received_at, message_count, bytes, crc32) values ('{3}', 0, 1, 0, 2, '\\x0102', 7)`,
  )
  const ingest = await startIngest({
    config: { host: '127.0.0.1', mqttPort: 0 },
    database: given.database,
    live: createLiveBus(),
    log: createLog('silent'),
  })
  try {
    const { status, detail } = ingest.state()
    assert.equal(status, 'degraded')
    assert.match(detail ?? '', /0 hours of a sensor and 1 rows of the log/)
  } finally {
    await ingest.close()
  }
  const { rows } = await given.database.pool.query<{ position: number }>(
    'select derived_position as position from ingest_partition where partition = 3',
  )
  assert.equal(rows[0]?.position, 1)
  await given.drop()
})
