import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { HOUR_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
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

/** The start of yesterday's morning shift. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 6 * HOUR_MS

test('a work center whose rows PostgreSQL cannot write waits and is named; all others go on, and it does once they are mended', async () => {
  const given = await createTestDatabase()
  const { pool } = given.database
  const start = () =>
    startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('silent'),
    })
  const asOwner = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: given.url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  let ingest = await start()
  try {
    const [hurt, neighbour, other] = [
      await addMachine(given.database, await addCompany(given.database, 'HURT1')),
      await addMachine(given.database, await addCompany(given.database, 'HURT1')),
      await addMachine(given.database, await addCompany(given.database, 'OTHER')),
    ]
    const send = async (machine: TestMachine, from: number, to: number): Promise<void> => {
      const client = await connectMachine(machine, ingest.mqttPort)
      const samples = Array.from({ length: to - from }, (_, at) => ({ at: START + (from + at) * 60_000, values: { POWER: 12 } }))
      await client.publishAsync(`v1/devices/${machine.deviceId}/telemetry`, JSON.stringify(samples), { qos: 1 })
      await client.endAsync()
    }
    const untilKnown = (machine: TestMachine, minute: number) =>
      eventually(async () => {
        await ingest.settle(machine.companyId, [machine.workCenterId], Infinity)
        const { rows } = await pool.query<{ at: number | null }>('select max(as_of) as at from shift where work_center_id = $1', [
          machine.workCenterId,
        ])
        return (rows[0]?.at ?? 0) >= START + minute * 60_000 ? true : undefined
      })
    // In three messages, so that memory does not reach back to the first.
    for (const from of [120, 180, 240]) {
      for (const machine of [hurt, neighbour, other]) await send(machine, from, from + 60)
      for (const machine of [hurt, neighbour, other]) await untilKnown(machine, from + 59)
    }
    // As a page with a wrong checksum does.
    await asOwner(`create function damaged() returns trigger language plpgsql as $$ begin
      if exists (select from sensor s where s.company_id = new.company_id and s.id = new.sensor_id and s.work_center_id = ${hurt.workCenterId}) then
        raise exception 'invalid page in block 0' using errcode = 'XX001';
      end if; return new; end $$`)
    await asOwner('create trigger damaged before insert or update on sample_chunk for each row execute function damaged()')
    await send(hurt, 0, 60)
    await eventually(async () => (ingest.state().status === 'degraded' ? true : undefined))
    assert.match(ingest.state().detail ?? '', new RegExp(`1 work centers, .*HURT1/${hurt.workCenterId} \\(XX001\\)`))
    for (const machine of [neighbour, other]) {
      await send(machine, 0, 60)
      await send(machine, 300, 360)
      await untilKnown(machine, 359)
    }
    await send(hurt, 300, 360)
    await asOwner('drop trigger damaged on sample_chunk')
    await ingest.close()
    ingest = await start()
    await untilKnown(hurt, 359)
    await eventually(async () => (ingest.state().status === 'ready' ? true : undefined))
    await ingest.close()
    const { rows } = await pool.query<{ count: number }>(
      `select sum(c.sample_count)::int as count from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
       group by s.work_center_id`,
    )
    assert.deepEqual(
      rows.map(({ count }) => count),
      [300, 300, 300],
    )
  } finally {
    await ingest.close()
    await given.drop()
  }
})
