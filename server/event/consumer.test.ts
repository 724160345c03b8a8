import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import { startConsumer } from './consumer.ts'
import type { Consumer, DomainEvent } from './consumer.ts'
import { insertEvents } from './domainEvent.store.ts'

let given: TestDatabase
let companyId: CompanyId
let workCenterId: WorkCenterId
const log = createLog('silent')
const consumers: Consumer[] = []

before(async () => {
  given = await createTestDatabase()
  companyId = await addCompany(given.database, 'EVENT')
  workCenterId = (await addMachine(given.database, companyId)).workCenterId
})
after(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()))
  await given.drop()
})

const write = (count: number, { hold, about = workCenterId }: { readonly hold?: Promise<void>; readonly about?: WorkCenterId } = {}) =>
  given.database.inTenant(companyId, async (tenant) => {
    for (let index = 0; index < count; index++) {
      const event = { kind: 'SETTINGS_CHANGED', key: 'test', change: 'HAPPENED', at: index, payload: { index }, actor: null } as const
      await insertEvents(tenant, [{ ...event, workCenterId: about }])
    }
    await hold
  })
const start = async (name: string, take: (events: readonly DomainEvent[]) => void | Promise<void>): Promise<Consumer> => {
  const consumer = await startConsumer({
    database: given.database,
    log,
    name,
    everyMs: 3_600_000,
    take: async (_tx, events) => await take(events),
  })
  consumers.push(consumer)
  return consumer
}

/** Consumers wait for the oldest open transaction of the cluster, also of another test's database; resolves when none is older than the last event. */
const untilCommitted = () =>
  eventually(async () => {
    const { rows } = await given.database.pool.query<{ isPast: boolean }>(
      'select bool_and(txid < pg_snapshot_xmin(pg_current_snapshot())) as "isPast" from domain_event',
    )
    return rows[0]?.isPast === true ? true : undefined
  })

test('takes what is written after its first start, once and in order, and goes on there after a restart', async () => {
  await write(3)
  await untilCommitted()
  const taken: number[] = []
  const take = (events: readonly DomainEvent[]) => void taken.push(...events.map((event) => event.id))
  const first = await start('restart', take)
  await write(1_200)
  await untilCommitted()
  assert.equal(await first.takeAll(), 1_200)
  await first.close()
  await write(2)
  await untilCommitted()
  const second = await start('restart', take)
  assert.equal(await second.takeAll(), 2)
  assert.equal(await second.takeAll(), 0)
  assert.deepEqual(
    taken,
    taken.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(taken).size, 1_202)
})

test('skips nothing of a transaction that began before and commits after another one', async () => {
  const taken: number[] = []
  const consumer = await start('gaps', (events) => void taken.push(...events.map((event) => Number(event.payload['index']))))
  const hold = Promise.withResolvers<void>()
  const slow = write(1, { hold: hold.promise })
  // The slow one has its number before the fast one begins.
  await given.database.inSystem(async (tx) => {
    for (let open = 0; open === 0;) {
      const { rows } = await given.database.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity 
         where backend_xid is not null and pid <> pg_backend_pid() and datname = current_database()`,
      )
      open = rows[0]?.count ?? 0
    }
    await tx.selectNoFrom((from) => from.lit(1).as('one')).execute()
  })
  await write(5)
  assert.equal(await consumer.takeAll(), 0, 'what is older may still come')
  hold.resolve()
  await slow
  await untilCommitted()
  assert.equal(await consumer.takeAll(), 6)
  assert.deepEqual(taken.length, 6)
})

for (const [when, count, isOlderOpen] of [
  ['when they fill more than one round', 600, false],
  ['while an older transaction is open', 1, true],
] as const) {
  test(`takes the events of a transaction that began first and wrote last after those that it waited for, ${when}`, async () => {
    const taken: DomainEvent[] = []
    const consumer = await start(`waiting ${count}`, (events) => void taken.push(...events))
    const open = (until: Promise<void>, work?: Parameters<typeof given.database.inTenant<void>>[1]) => {
      const begun = Promise.withResolvers<void>()
      const done = given.database.inTenant(companyId, async (tenant) => {
        await sql`select pg_current_xact_id()`.execute(tenant.tx)
        begun.resolve()
        await until
        await work?.(tenant)
      })
      return { begun: begun.promise, done }
    }
    const event = { kind: 'SETTINGS_CHANGED', change: 'HAPPENED', at: 1, payload: {}, actor: null, workCenterId } as const
    const [goOn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waiting = open(goOn.promise, (tenant) =>
      insertEvents(
        tenant,
        Array.from({ length: count }, () => ({ ...event, key: 'second' })),
      ),
    )
    await waiting.begun
    const older = open(isOlderOpen ? end.promise : Promise.resolve())
    await older.begun
    await given.database.inTenant(companyId, (tenant) => insertEvents(tenant, [{ ...event, key: 'first' }]))
    goOn.resolve()
    await waiting.done
    await consumer.takeAll()
    end.resolve()
    await older.done
    await untilCommitted()
    await consumer.takeAll()
    assert.deepEqual([taken.length, taken[0]?.key], [count + 1, 'first'])
    assert.equal(new Set(taken.map((one) => one.id)).size, count + 1)
  })
}

test('of many writers at once every event is taken once, each writer’s in its order', async () => {
  const taken: DomainEvent[] = []
  const consumer = await start('writers', (events) => void taken.push(...events))
  let takenRounds = 0
  let isOver = false
  let written = 0
  const writers = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      // Until some were taken while others were written: a transaction of another test's database can make the first ones wait.
      for (let round = 0; round < 25 || (takenRounds < 2 && round < 1_000); round++) {
        await write(3, { about: asId<WorkCenterId>(1_000 + writer) })
        written += 3
      }
    }),
  ).finally(() => (isOver = true))
  while (!isOver) if ((await consumer.takeAll()) > 0) takenRounds++
  await writers
  await untilCommitted()
  await consumer.takeAll()
  assert.equal(taken.length, written)
  assert.equal(new Set(taken.map((event) => event.id)).size, taken.length)
  for (const own of Map.groupBy(taken, (event) => event.workCenterId).values()) {
    assert.deepEqual(
      own.map((event) => event.id),
      own.map((event) => event.id).toSorted((a, b) => a - b),
    )
  }
  assert.ok(takenRounds > 1, 'some were taken while others were written')
})

test('a consumer that did nothing for two months still takes what was written meanwhile', async () => {
  const taken: number[] = []
  const consumer = await start('asleep', (events) => void taken.push(...events.map((event) => event.at)))
  await given.database.pool.query(`update event_position set moved_on = now() - interval '60 days' where consumer = 'asleep'`)
  await given.database.pool.query(
    `insert into domain_event (company_id, recorded_at, at, kind, fact_key, change)
     select $1, (extract(epoch from now()) * 1000)::bigint - days * 86400000::bigint, days, 'SETTINGS_CHANGED', 'test', 'HAPPENED'
     from unnest(array[59, 30, 0]) as days`,
    [companyId],
  )
  await untilCommitted()
  assert.equal(await consumer.takeAll(), 3)
  assert.deepEqual(taken, [59, 30, 0])
})

test('takes again what failed, and lets one process take at a time', async () => {
  let attempts = 0
  const consumer = await start('failing', () => {
    attempts++
    if (attempts === 1) throw new Error('not this time')
  })
  await write(4)
  await untilCommitted()
  await assert.rejects(consumer.takeAll(), /not this time/)
  const hold = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = await start('failing', async () => {
    begun.resolve()
    await hold.promise
  })
  const taking = slow.takeAll()
  await begun.promise
  assert.equal(await consumer.takeAll(), 0)
  hold.resolve()
  assert.equal(await taking, 4)
  assert.equal(await consumer.takeAll(), 0)
})

test('events are added to only, and each company sees its own', async () => {
  const other = await addCompany(given.database, 'OTHER')
  await write(1)
  const count = await given.database.inTenant(other, (tenant) => tenant.tx.selectFrom('domain_event').select('id').execute())
  assert.deepEqual(count, [])
  for (const role of ['trueline_app', 'trueline_system']) {
    const client = await given.database.connect()
    try {
      await client.query(`set role ${role}`)
      await assert.rejects(client.query(`update domain_event set kind = 'X'`), /permission denied/)
      await assert.rejects(client.query('delete from domain_event'), /permission denied/)
    } finally {
      await client.end()
    }
  }
})
