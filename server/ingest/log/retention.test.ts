import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { createLog } from '#server/log.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { ensureChunkPartitions } from '../samples/chunkPartitions.ts'
import { keepChunks, trimHistory } from './retention.ts'

const NOW = Date.UTC(2026, 4, 4)

suite('history that nobody needs is trimmed', () => {
  let given: TestDatabase

  before(async () => {
    given = await createTestDatabase()
  })
  after(() => given.drop())

  const numbers = async (text: string, values: readonly unknown[]): Promise<readonly number[]> =>
    (await given.database.pool.query<{ n: number }>(text, [...values])).rows.map((row) => row.n)

  test('of refused entries stay the newest thousand of each device, and none longer than 90 days', async () => {
    const add = (device: number, count: number, at: number) =>
      given.database.pool.query(
        `insert into quarantine (device_id, received_at, reason, detail)
         select ('00000000-0000-4000-8000-00000000000' || $1)::uuid, $3, 'UNPARSABLE', i::text from generate_series(1, $2::int) as i`,
        [device, count, at],
      )
    await add(1, 5, NOW - 91 * DAY_MS)
    await add(1, 1_200, NOW - DAY_MS)
    await add(2, 3, NOW - 89 * DAY_MS)
    await trimHistory(given.database, NOW)
    assert.deepEqual(await numbers('select count(*)::int as n from quarantine group by device_id order by device_id', []), [1_000, 3])
    assert.deepEqual(await numbers(`select min(detail::int) as n from quarantine where device_id::text like '%1'`, []), [201])
  })

  test('checkpoints stay for 35 days before the newest one, or as long as the device may report late, and one of each month before', async () => {
    const companyId = await addCompany(given.database, 'TRIMS')
    const short = await addMachine(given.database, companyId, 31)
    const long = await addMachine(given.database, companyId, 60)
    for (const { workCenterId } of [short, long]) {
      await given.database.pool.query(
        `insert into engine_checkpoint (company_id, work_center_id, start_at, state) select $1, $2, $3::bigint - i * $4::bigint, '{}' from generate_series(0, 99) as i`,
        [companyId, workCenterId, NOW, DAY_MS],
      )
    }
    await trimHistory(given.database, NOW)
    const kept = async (machine: TestMachine) =>
      (await numbers('select start_at as n from engine_checkpoint where work_center_id = $1 order by 1 desc', [machine.workCenterId])).map(
        (at) => (NOW - at) / DAY_MS,
      )
    const [ofShort, ofLong] = [await kept(short), await kept(long)]
    assert.deepEqual(
      ofShort.slice(0, 36),
      Array.from({ length: 36 }, (_, index) => index),
    )
    assert.deepEqual(
      ofLong.slice(0, 62),
      Array.from({ length: 62 }, (_, index) => index),
    )
    for (const older of [ofShort.slice(36), ofLong.slice(62)]) {
      assert.ok(older.length >= 1 && older.length <= 3, `${older.length} of the months before`)
      const months = older.map((days) => Math.floor((NOW - days * DAY_MS) / (30 * DAY_MS)))
      assert.equal(new Set(months).size, months.length, 'one of each thirty days')
    }
  })

  test('a month of samples beyond the retention goes with its table, the round after recalculations were told', async () => {
    const companyId = await addCompany(given.database, 'MONTH')
    const machine = await addMachine(given.database, companyId)
    const client = await given.database.connect()
    await ensureChunkPartitions(client, Date.UTC(2026, 2, 15), createLog('silent'))
    await client.end()
    const [january, april] = [Date.UTC(2026, 0, 10), Date.UTC(2026, 3, 10)]
    // January and April have tables of their own; June of last year is in the one of all the rest.
    for (const at of [january, Date.UTC(2025, 5, 1), april]) await addChunk(companyId, 1, at)
    const left = async () => await numbers('select hour_at as n from sample_chunk where company_id = $1 order by 1', [companyId])
    await keepChunks(given.database, NOW, 2, createLog('silent'))
    assert.equal((await left()).length, 3, 'first nobody recalculates that time any more')
    assert.deepEqual(await numbers('select recalculable_from as n from work_center where id = $1', [machine.workCenterId]), [
      Date.UTC(2026, 2),
    ])
    await keepChunks(given.database, NOW, 2, createLog('silent'))
    assert.deepEqual(await left(), [april])
    const tables = await numbers(
      `select count(*)::int as n from pg_class where relname in ('sample_chunk_2026_01', 'sample_chunk_2026_04')`,
      [],
    )
    assert.deepEqual(tables, [1], 'the table of January is gone')
  })

  test('readings of a deleted sensor stay for a month, so that it can come back, and go then', async () => {
    const companyId = await addCompany(given.database, 'PURGE')
    const machine = await addMachine(given.database, companyId)
    const add = async (type: string, deletedOn: number | null) => {
      const [id = 0] = await numbers(
        `insert into sensor (company_id, work_center_id, type, deleted_on) values ($1, $2, $3, to_timestamp($4::float8 / 1000)) returning id as n`,
        [companyId, machine.workCenterId, type, deletedOn],
      )
      await addChunk(companyId, id, NOW - 40 * DAY_MS)
      await addChunk(companyId, id, NOW - 5 * DAY_MS)
      return id
    }
    const present = await add('POWER', null)
    const lately = await add('TOTAL_OUTPUT', NOW - 30 * DAY_MS)
    const longAgo = await add('REJECTED_OUTPUT', NOW - 32 * DAY_MS)
    for (let round = 0; round < 2; round++) await keepChunks(given.database, NOW, 24, createLog('silent'))
    const left = await Promise.all(
      [present, lately, longAgo].map((id) =>
        numbers('select count(*)::int as n from sample_chunk where company_id = $1 and sensor_id = $2', [companyId, id]),
      ),
    )
    assert.deepEqual(left, [[2], [2], [1]])
    assert.deepEqual(await numbers('select recalculable_from as n from work_center where id = $1', [machine.workCenterId]), [
      NOW - 31 * DAY_MS,
    ])
  })

  const addChunk = (companyId: string, sensorId: number, at: number) =>
    given.database.pool.query(
      `insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, bytes, crc32) values ($1, $2, $3, 1, '\\x00', 1)`,
      [companyId, sensorId, at],
    )
})
