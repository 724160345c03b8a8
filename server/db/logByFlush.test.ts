import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import { SampleList } from '#server/ingest/decode/sampleList.ts'
import { startIngest } from '#server/ingest/ingest.ts'
import { LogBatch } from '#server/ingest/log/logCodec.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addFleet, eventually } from '#server/testing/testMachines.ts'
import { migrate } from './migrate.ts'

const SHIFT_START = Date.UTC(2026, 4, 4, 6)
const MINUTES = 10

test('messages that an older version acknowledged and did not derive yet are derived by this one', async () => {
  const { url, drop } = await createEmptyDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await applyMigrationsBefore(client, '0011')
  await client.end()
  const database = await openDatabase({ url, poolSize: 3 })
  const fleet = await addFleet(database, await addCompany(database, 'OLDER'), 3)
  for (const { deviceId } of fleet) {
    const { rows } = await database.pool.query<{ partition: number }>('select partition from device where id = $1', [deviceId])
    for (let minute = 0; minute < MINUTES; minute++) {
      const { bytes, crc32 } = logRow(deviceId, minute)
      await database.pool.query(
        `insert into ingest_log (partition, position, received_at, message_count, crc32, bytes)
         select $1::smallint, coalesce(max(position), 40) + 1, 0, 1, $2::bigint, $3::bytea from ingest_log where partition = $1::smallint`,
        [rows[0]?.partition, crc32, bytes],
      )
    }
  }
  await migrate(url)
  const now = SHIFT_START + MINUTES * 60_000
  const ingest = await startIngest({
    config: { host: '127.0.0.1', mqttPort: 0 },
    database,
    live: createLiveBus(),
    log: createLog('silent'),
    now: () => now,
  })
  await eventually(async () => {
    await ingest.settleFor(asId('OLDER'), null, Infinity)
    const { rows } = await database.pool.query<{ pieces: number }>('select total_output::float8 as pieces from shift')
    return rows.length === 3 && rows.every(({ pieces }) => pieces === (MINUTES - 1) * 50) ? true : undefined
  })
  await ingest.close()
  const { rows } = await database.pool.query('select from ingest_log')
  assert.equal(rows.length, 0, 'what is in facts and chunks is dropped from the log')
  await database.close()
  await drop()
})

function logRow(deviceId: DeviceId, minute: number) {
  const samples = new SampleList()
  const at = SHIFT_START + minute * 60_000
  samples.add(at, 'POWER', 12)
  samples.add(at, 'TOTAL_OUTPUT', 50 * minute)
  const batch = new LogBatch()
  batch.add({ deviceId, receivedAt: at, samples })
  return batch.take()
}
