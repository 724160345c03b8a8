import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { HOUR_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { startIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'

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

/** A machine's log and database, so that each test begins with a store of its own. */
type Site = {
  readonly given: TestDatabase
  /** The present ingest; `restart` replaces it. */
  readonly ingest: () => Ingest
  readonly restart: () => Promise<void>
  /** Sends power of the minutes since the start of the shift, in one message. */
  readonly send: (machine: TestMachine, from: number, to: number) => Promise<void>
  /** Resolves when a reader is told what the work center did up to the minute. */
  readonly untilKnown: (machine: TestMachine, minute: number) => Promise<true>
  /** Lets PostgreSQL refuse rows of the table, as it does where a page has a wrong checksum, until it is mended. */
  readonly damage: (table: string, condition: string) => Promise<() => Promise<void>>
}

async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
  const given = await createTestDatabase()
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
    await work({
      given,
      ingest: () => ingest,
      restart: async () => {
        await ingest.close()
        ingest = await start()
      },
      send: async (machine, from, to) => {
        const client = await connectMachine(machine, ingest.mqttPort)
        const samples = Array.from({ length: to - from }, (_, at) => ({ at: START + (from + at) * 60_000, values: { POWER: 12 } }))
        await client.publishAsync(`v1/devices/${machine.deviceId}/telemetry`, JSON.stringify(samples), { qos: 1 })
        await client.endAsync()
      },
      untilKnown: (machine, minute) =>
        eventually(async () => {
          await ingest.settle(machine.companyId, [machine.workCenterId], Infinity)
          const { rows } = await given.database.pool.query<{ at: number | null }>(
            'select max(as_of) as at from shift where work_center_id = $1',
            [machine.workCenterId],
          )
          return (rows[0]?.at ?? 0) >= START + minute * 60_000 ? true : undefined
        }),
      damage: async (table, condition) => {
        await asOwner(`create or replace function damaged() returns trigger language plpgsql as $$ begin
          if ${condition} then raise exception 'invalid page in block 0' using errcode = 'XX001'; end if; return new; end $$`)
        await asOwner(`create trigger damaged before insert or update on ${table} for each row execute function damaged()`)
        return () => asOwner(`drop trigger damaged on ${table}`)
      },
    })
  } finally {
    await ingest.close()
    await given.drop()
  }
}

/** Returns two work centers of a company and one of another. */
async function addThree({ database }: TestDatabase): Promise<readonly [TestMachine, TestMachine, TestMachine]> {
  return [
    await addMachine(database, await addCompany(database, 'HURT1')),
    await addMachine(database, await addCompany(database, 'HURT1')),
    await addMachine(database, await addCompany(database, 'OTHER')),
  ]
}

/** Returns how many samples lie in the chunks of each work center that has some. */
async function samplesIn({ database }: TestDatabase): Promise<Record<number, number>> {
  const { rows } = await database.pool.query<{ id: number; count: number }>(
    `select s.work_center_id as id, sum(c.sample_count)::int as count
     from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id group by s.work_center_id`,
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

test('a work center whose samples PostgreSQL cannot write waits and is named; all others go on, and it does once they are mended', async () => {
  await withSite(async ({ given, ingest, restart, send, untilKnown, damage }) => {
    const [hurt, neighbour, other] = await addThree(given)
    // In three messages, so that memory does not reach back to the first.
    for (const from of [120, 180, 240]) {
      for (const machine of [hurt, neighbour, other]) await send(machine, from, from + 60)
      for (const machine of [hurt, neighbour, other]) await untilKnown(machine, from + 59)
    }
    const mend = await damage(
      'sample_chunk',
      `exists (select from sensor s where s.company_id = new.company_id and s.id = new.sensor_id and s.work_center_id = ${hurt.workCenterId})`,
    )
    await send(hurt, 0, 60)
    await eventually(async () => (ingest().state().status === 'degraded' ? true : undefined))
    assert.match(ingest().state().detail ?? '', new RegExp(`1 work centers, .*HURT1/${hurt.workCenterId} \\(XX001\\)`))
    for (const machine of [neighbour, other]) {
      await send(machine, 0, 60)
      await send(machine, 300, 360)
      await untilKnown(machine, 359)
    }
    await send(hurt, 300, 360)
    await mend()
    await restart()
    await untilKnown(hurt, 359)
    await eventually(async () => (ingest().state().status === 'ready' ? true : undefined))
    await ingest().close()
    assert.deepEqual(await samplesIn(given), { [hurt.workCenterId]: 300, [neighbour.workCenterId]: 300, [other.workCenterId]: 300 })
  })
})

test('a question of another process about a work center with a damaged page leaves ingest as it is', async () => {
  await withSite(async ({ given, ingest, restart, send, untilKnown, damage }) => {
    const [hurt, neighbour, other] = await addThree(given)
    const all = [hurt.workCenterId, neighbour.workCenterId]
    const mend = await damage(
      'sample_chunk',
      `exists (select from sensor s where s.company_id = new.company_id and s.id = new.sensor_id and s.work_center_id = ${hurt.workCenterId})`,
    )
    // Of sensors that are new: what is undone leaves nothing half known.
    for (const machine of [hurt, neighbour, other]) await send(machine, 0, 60)
    for (const machine of [hurt, neighbour, other]) await untilKnown(machine, 59)
    await ingest().settleFor(hurt.companyId, all, Infinity)
    assert.deepEqual(await samplesIn(given), { [neighbour.workCenterId]: 60 })
    assert.match(ingest().state().detail ?? '', new RegExp(`1 work centers, .*HURT1/${hurt.workCenterId} \\(XX001\\)`))
    // What waits is still seen, once.
    const waiting = (machine: TestMachine) => [...ingest().unsealed.seriesOf(machine).values()].map(({ instants }) => instants.length)
    assert.deepEqual([waiting(hurt), waiting(neighbour)], [[60], []])
    await mend()
    await restart()
    await ingest().settleFor(hurt.companyId, all, Infinity)
    assert.deepEqual(await samplesIn(given), { [hurt.workCenterId]: 60, [neighbour.workCenterId]: 60, [other.workCenterId]: 60 })
  })
})

test('a work center whose facts PostgreSQL cannot write waits and is named; all others go on, and none of its samples is lost', async () => {
  await withSite(async ({ given, ingest, restart, send, untilKnown, damage }) => {
    const [hurt, neighbour, other] = await addThree(given)
    for (const machine of [hurt, neighbour, other]) await send(machine, 0, 60)
    for (const machine of [hurt, neighbour, other]) await untilKnown(machine, 59)
    const mend = await damage('shift', `new.work_center_id = ${hurt.workCenterId}`)
    for (const machine of [hurt, neighbour, other]) await send(machine, 60, 120)
    for (const machine of [neighbour, other]) await untilKnown(machine, 119)
    await ingest().settle(hurt.companyId, [hurt.workCenterId], Infinity)
    assert.match(ingest().state().detail ?? '', new RegExp(`1 work centers, .*HURT1/${hurt.workCenterId} \\(XX001\\)`))
    for (const machine of [hurt, neighbour, other]) await send(machine, 120, 180)
    for (const machine of [neighbour, other]) await untilKnown(machine, 179)
    await mend()
    await restart()
    // To the end of the shift.
    for (const machine of [hurt, neighbour, other]) await untilKnown(machine, 480)
    assert.equal(ingest().state().status, 'ready')
    const { rows } = await given.database.pool.query<{ same: number }>(
      `select count(distinct (elapsed_ms, no_data_ms, net_operating_ms, total_output, unplanned_downtime_ms, failure_count))::int as same from shift
       where start_at = $1 and work_center_id = any($2)`,
      [START, [hurt, neighbour, other].map(({ workCenterId }) => workCenterId)],
    )
    assert.equal(rows[0]?.same, 1, 'all three ran the same')
  })
})
