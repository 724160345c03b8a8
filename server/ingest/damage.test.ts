import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { START, withIngestSite } from '#server/testing/ingestSite.ts'
import { storedFacts } from '#server/testing/storedFacts.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { DamageReport } from './damageReport.ts'
import { PARKED_MS } from './derive/workCenterRuntime.ts'
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
  await withIngestSite(async ({ given, ingest, restart, send, untilKnown, damage }) => {
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

test('work centers whose settings PostgreSQL cannot read at the start wait, one that runs and one that never reported; all others go on, and nothing of them is lost', async () => {
  await withIngestSite(async ({ given, ingest, restart, send, untilKnown, unreadable }) => {
    const [hurt, neighbour, other] = await addThree(given)
    const fresh = await addMachine(given.database, hurt.companyId)
    for (const machine of [hurt, neighbour, other]) await send(machine, 0, 60)
    for (const machine of [hurt, neighbour, other]) await untilKnown(machine, 59)
    const facts = async (machine: TestMachine) => {
      await ingest().settle(machine.companyId, [machine.workCenterId], Infinity)
      return storedFacts(given.database, machine)
    }
    const refused = [hurt, fresh].map(({ workCenterId }) => workCenterId)
    const mend = await unreadable('status_rule', 'name', `work_center_id in (${refused.join(', ')})`)
    await restart()
    assert.match(ingest().state().detail ?? '', new RegExp(`2 work centers, .*HURT1/${hurt.workCenterId} \\(XX001\\)`))
    for (const machine of [hurt, fresh, neighbour, other]) await send(machine, 60, 120)
    for (const machine of [neighbour, other]) await untilKnown(machine, 119)
    await mend()
    const now = performance.now.bind(performance)
    const later = mock.method(performance, 'now', () => now() + PARKED_MS)
    try {
      await eventually(async () => (ingest().state().status === 'ready' ? true : undefined))
      for (const machine of [hurt, fresh]) await untilKnown(machine, 119)
      for (const machine of [hurt, neighbour]) await send(machine, 120, 180)
      for (const machine of [hurt, neighbour]) await untilKnown(machine, 179)
      await eventually(async () => (isDeepStrictEqual(await facts(hurt), await facts(neighbour)) ? true : undefined))
      await ingest().close()
      assert.deepEqual(await samplesIn(given), {
        [hurt.workCenterId]: 180,
        [neighbour.workCenterId]: 180,
        [other.workCenterId]: 120,
        [fresh.workCenterId]: 60,
      })
    } finally {
      later.mock.restore()
    }
  })
})

test('a question of another process about a work center with a damaged page leaves ingest as it is', async () => {
  await withIngestSite(async ({ given, ingest, restart, send, untilKnown, damage }) => {
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
  await withIngestSite(async ({ given, ingest, restart, send, untilKnown, damage }) => {
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

test('a work center that is derived no more is named no more', () => {
  const damage = new DamageReport(createLog('silent'))
  const ref = { companyId: asId<CompanyId>('HURT1'), workCenterId: asId<WorkCenterId>(1) }
  damage.parked(ref, 'FACTS', new Error('invalid page'))
  damage.parked(ref, 'CHUNKS', new Error('invalid page'))
  damage.unparked(ref, 'FACTS')
  assert.equal(damage.state().status, 'degraded')
  damage.forget(ref)
  assert.equal(damage.state().status, 'ready')
})

test('a sensor that PostgreSQL cannot register stops nobody else', async () => {
  await withIngestSite(async ({ given, ingest, send, untilKnown, damage }) => {
    const [hurt, neighbour, other] = await addThree(given)
    const mend = await damage('sensor', `new.work_center_id = ${hurt.workCenterId}`)
    await send(hurt, 0, 60)
    await eventually(async () => (ingest().state().status === 'degraded' ? true : undefined))
    assert.match(ingest().state().detail ?? '', new RegExp(`1 work centers, .*HURT1/${hurt.workCenterId} \\(XX001\\)`))
    for (const machine of [neighbour, other]) await send(machine, 0, 60)
    for (const machine of [neighbour, other]) await untilKnown(machine, 59)
    await mend()
    await ingest().settleFor(hurt.companyId, null, Infinity)
    assert.equal((await samplesIn(given))[hurt.workCenterId], 60)
    assert.equal(ingest().state().status, 'ready')
  })
})
