import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { defineJob, GiveUp, RetryAt } from './defineJob.ts'
import { enqueue } from './enqueue.ts'
import { JOB_POLICIES } from './jobKinds.ts'
import { QUEUE_SCHEMA } from './jobSchema.ts'
import { planSooner } from './jobRun.store.ts'
import { createJobs, keepJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'
import { queueDatabase } from './queueDatabase.ts'
import { makeJobsDue, silenceWorkers, untilSo } from './testing.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')
const LIGHT = defineJob({ kind: 'CALIBRATION', scope: 'COMPANY', payload: z.strictObject({ n: z.int() }) })
const HEAVY = defineJob({ kind: 'EXPORT', scope: 'COMPANY', payload: z.strictObject({ n: z.int() }) })
const SYSTEM = defineJob({ kind: 'EMAIL', scope: 'SYSTEM', payload: z.strictObject({ n: z.int() }) })

let cluster: TestDatabase
let database: Database
let running: Jobs[] = []

before(async () => {
  cluster = await createTestDatabase()
  database = cluster.database
  for (const id of [ACME, OTHER]) await database.pool.query(`insert into company (id, name, country) values ($1, $1, 'pl')`, [id])
})
after(() => cluster.drop())
beforeEach(async () => {
  await database.pool.query('delete from pgboss.job')
  await database.pool.query('delete from job_run')
  await database.pool.query('update job_turn set turn = 0')
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.close()))
  running = []
})

function work(prepare: (jobs: Jobs) => void, over: Partial<Database> = {}): Promise<Jobs> {
  const jobs = createJobs({ database: { ...database, ...over }, log: createLog('silent') })
  prepare(jobs)
  running.push(jobs)
  return jobs.start().then(() => jobs)
}

const add = (job: typeof LIGHT | typeof HEAVY, companyId: CompanyId, n: number, options: Parameters<typeof enqueue>[3] = {}) =>
  database.inTenant(companyId, (tenant) => enqueue(tenant, job, { n }, options))

type Run = {
  id: string
  company_id: string | null
  kind: string
  state: string
  attempts: number
  progress: number | null
  error: string | null
  error_id: string | null
  due_on: Date
}
const runs = async (): Promise<Run[]> => (await database.pool.query<Run>('select * from job_run order by created_on, turn, id')).rows
const untilStates = (...states: string[]) => untilSo(runs, (all) => all.length > 0 && all.every(({ state }) => states.includes(state)))

describe('a job', () => {
  it('stands in the queue as pg-boss itself would have put it there', async () => {
    const boss = new PgBoss({
      db: queueDatabase({ database, log: createLog('silent') }),
      schema: 'pgboss',
      migrate: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    const own = await add(LIGHT, ACME, 1, { singletonKey: 'a' })
    const theirs = await boss.send(
      'CALIBRATION',
      { companyId: ACME, kind: 'CALIBRATION', payload: { n: 1 } },
      {
        singletonKey: 'CALIBRATION/ACME1/b',
        group: { id: ACME },
        retryLimit: JOB_POLICIES.CALIBRATION.retries,
        retryDelay: 10,
        retryBackoff: true,
        priority: 0,
        expireInSeconds: 900,
        deleteAfterSeconds: 86_400,
        retentionSeconds: 14 * 86_400,
        deadLetter: 'DEAD',
        heartbeatSeconds: 20,
      },
    )
    await boss.stop({ graceful: false, close: false })
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select *, start_after - created_on as wait, keep_until - start_after as kept from pgboss.job order by singleton_key`,
    )
    const told = rows.map(
      ({ id: _id, singleton_key: _key, created_on: _created, start_after: _start, keep_until: _until, ...rest }) => rest,
    )
    assert.deepEqual([rows[0]?.['id'], rows[1]?.['id']], [own, theirs])
    assert.deepEqual(told[0], told[1])
  })

  it('runs when its transaction commits, and never when it does not', async () => {
    const seen: number[] = []
    await work((jobs) => jobs.handle(LIGHT, async ({ n }) => void seen.push(n)))
    const failing = database.inTenant(ACME, async (tenant) => {
      await enqueue(tenant, LIGHT, { n: 1 })
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    await add(LIGHT, ACME, 2)
    assert.deepEqual(
      (await untilStates('DONE')).map(({ company_id, attempts, progress }) => [company_id, attempts, progress]),
      [[ACME, 1, 100]],
    )
    assert.deepEqual(seen, [2])
  })

  it('opens its company like a request does', async () => {
    await database.pool.query(`insert into team (company_id, name) values ('ACME1', 'ours'), ('OTHER', 'theirs')`)
    const seen: string[] = []
    await work((jobs) =>
      jobs.handle(LIGHT, async (_payload, { inTenant }) => {
        seen.push(...(await inTenant(({ tx }) => tx.selectFrom('team').select('name').execute())).map(({ name }) => name))
      }),
    )
    await add(LIGHT, ACME, 1)
    await untilStates('DONE')
    assert.deepEqual(seen, ['ours'])
  })

  it('is seen by its own company only, and changed by no request', async () => {
    await add(LIGHT, ACME, 1)
    await database.inSystem((tx) => enqueue({ tx, companyId: null }, SYSTEM, { n: 1 }))
    const seenBy = (company: CompanyId) => database.inTenant(company, ({ tx }) => tx.selectFrom('job_run').select('kind').execute())
    assert.deepEqual([await seenBy(ACME), await seenBy(OTHER)], [[{ kind: 'CALIBRATION' }], []])
    await assert.rejects(
      database.inTenant(ACME, ({ tx }) => tx.updateTable('job_run').set({ state: 'DONE' }).execute()),
      /permission denied/,
    )
    await assert.rejects(
      database.inTenant(ACME, (tenant) => enqueue({ ...tenant, companyId: OTHER }, LIGHT, { n: 1 })),
      /row-level security/,
    )
  })

  it('is not added twice under one key while the first waits or runs', async () => {
    assert.notEqual(await add(LIGHT, ACME, 1, { singletonKey: 'press 1' }), null)
    assert.equal(await add(LIGHT, ACME, 2, { singletonKey: 'press 1' }), null)
    assert.notEqual(await add(LIGHT, OTHER, 3, { singletonKey: 'press 1' }), null, 'another company has keys of its own')
    assert.equal((await runs()).length, 2)
    await work((jobs) => jobs.handle(LIGHT, async () => undefined))
    await untilStates('DONE')
    assert.notEqual(await add(LIGHT, ACME, 4, { singletonKey: 'press 1' }), null)
  })

  it('waits for its time', async () => {
    await work((jobs) => jobs.handle(LIGHT, async () => undefined))
    await add(LIGHT, ACME, 1, { startAfter: new Date(Date.now() + 3_600_000) })
    await add(LIGHT, ACME, 2)
    await untilSo(runs, (all) => all.some(({ state }) => state === 'DONE'))
    assert.deepEqual((await runs()).map(({ state }) => state).toSorted(), ['DONE', 'WAITING'])
  })

  it('is tried again after a failure, under an id by which the log is found', async () => {
    let tries = 0
    const lines: { readonly errorId: string; readonly kind: string; readonly attempt: number }[] = []
    const log = createLog('warn')
    log.warn = log.error = (entry: unknown) => void lines.push(entry as (typeof lines)[number])
    const jobs = createJobs({ database, log })
    jobs.handle(LIGHT, async () => {
      if (++tries < 3) throw new Error(`no ${tries}`)
    })
    running.push(jobs)
    await jobs.start()
    await add(LIGHT, ACME, 1)
    for (const attempt of [1, 2]) {
      const [run] = await untilSo(runs, ([first]) => first?.attempts === attempt && first.state === 'WAITING')
      assert.deepEqual([run?.error, run?.error_id], [`no ${attempt}`, lines.at(-1)?.errorId])
      assert.ok(run !== undefined && run.due_on.getTime() > Date.now())
      await makeJobsDue(database)
      await database.pool.query(`notify trueline_job, 'CALIBRATION'`)
    }
    const [done] = await untilStates('DONE')
    assert.deepEqual([done?.attempts, done?.error, done?.error_id], [3, null, null])
    assert.deepEqual(
      lines.map(({ kind, attempt }) => [kind, attempt]),
      [
        ['CALIBRATION', 1],
        ['CALIBRATION', 2],
      ],
    )
  })

  it('says when it is tried again, or that it never will be', async () => {
    const at = new Date(Date.now() + 7_200_000)
    await work((jobs) =>
      jobs.handle(LIGHT, async ({ n }) => {
        throw n === 1 ? new RetryAt(at, 'busy') : new GiveUp('refused')
      }),
    )
    await add(LIGHT, ACME, 1)
    await add(LIGHT, OTHER, 2)
    const all = await untilSo(runs, (some) => some.every(({ error }) => error !== null))
    assert.deepEqual(all.map(({ company_id, state, error }) => `${company_id} ${state} ${error}`).toSorted(), [
      `${ACME} WAITING busy`,
      `${OTHER} FAILED refused`,
    ])
    assert.equal(all.find(({ state }) => state === 'WAITING')?.due_on.getTime(), at.getTime())
    const { rows } = await database.pool.query<{ start_after: Date }>(`select start_after from pgboss.job where state = 'retry'`)
    assert.deepEqual(rows, [{ start_after: at }])
    // A schedule whose run failed does not try it sooner; one that waits for its first try by a clock that was ahead is.
    const sooner = async (state: string) => {
      const changed = await database.pool.query<{ queue: string }>(
        `update pgboss.job set policy = 'exclusive', singleton_key = 'test', state = $1 where state in ('retry', 'created') returning name as queue`,
        [state],
      )
      const planned = changed.rows.map(({ queue }) => ({ queue, key: 'test', at: Date.now() }))
      return (await database.inSystem((tx) => planSooner(tx, planned))).length
    }
    assert.deepEqual([await sooner('retry'), await sooner('created')], [0, 1])
  })

  it('that fails at every try ends as failed and is kept among the dead', async () => {
    const jobs = await work((all) =>
      all.handle(LIGHT, async () => {
        throw new Error('never')
      }),
    )
    await add(LIGHT, ACME, 1)
    await database.pool.query('update pgboss.job set retry_limit = 0')
    const [run] = await untilStates('FAILED')
    assert.equal(run?.error, 'never')
    const dead = await database.pool.query<{ data: { companyId: string } }>(`select data from pgboss.job where name = 'DEAD'`)
    assert.deepEqual(
      dead.rows.map(({ data }) => data.companyId),
      [ACME],
    )
    const { status, detail = '' } = await jobs.state()
    assert.match(detail, /failed within a day: CALIBRATION 1, 1 given up/)
    assert.equal(status, 'degraded')
    await database.pool.query('delete from job_run')
    assert.deepEqual(await jobs.state(), { status: 'ready', detail: '0 waiting, 0 running' }, 'its company is gone')
  })

  it('of a wrong payload is refused by whoever adds it, and given up by whoever runs it', async () => {
    const wrong: { n: number } = JSON.parse('{ "n": "one" }')
    await assert.rejects(
      database.inTenant(ACME, (tenant) => enqueue(tenant, LIGHT, wrong)),
      /expected int|expected number/,
    )
    await add(LIGHT, ACME, 1)
    await database.pool.query(`update pgboss.job set data = jsonb_set(data, '{payload}', '{"n": "one"}')`)
    await work((jobs) => jobs.handle(LIGHT, async () => assert.fail('it must not run')))
    assert.match((await untilStates('FAILED'))[0]?.error ?? '', /payload/)
    assert.equal((await running[0]?.state())?.status, 'ready', 'what is given up on purpose is no alarm')
  })

  it('tells how far it is', async () => {
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
    await work((jobs) =>
      jobs.handle(LIGHT, async (_payload, { progress }) => {
        await progress(40.7)
        await isSeen
      }),
    )
    await add(LIGHT, ACME, 1)
    const [run] = await untilSo(runs, ([first]) => first?.progress != null)
    assert.deepEqual([run?.state, run?.progress], ['RUNNING', 40])
    seen()
    await untilStates('DONE')
  })
})

describe('the queue', () => {
  it('is emptied in full batches, without a pause between them', async () => {
    let fetches = 0
    const pool: Database['pool'] = Object.create(database.pool, {
      query: {
        value: (text: string, values?: unknown[]) => {
          if (text.includes('SKIP LOCKED') && text.includes(`name = 'EMAIL'`)) fetches++
          return database.pool.query(text, values)
        },
      },
    })
    const seen = new Set<number>()
    await work((jobs) => jobs.handle(SYSTEM, async ({ n }) => void seen.add(n)), { pool })
    // A transaction tells of its hundred jobs once, so the worker must go on by itself.
    const addHundred = (from: number) =>
      database.inSystem(async (tx) => {
        for (let n = from; n < from + 100; n++) await enqueue({ tx, companyId: null }, SYSTEM, { n })
      })
    await Promise.all([0, 100, 200, 300, 400].map(addHundred))
    await untilSo(
      () => seen.size,
      (size) => size === 500,
    )
    const needed = Math.ceil(500 / 3)
    assert.ok(fetches >= needed && fetches < 2 * needed + 40, `${fetches} looks into the queue for ${needed} batches`)
  })

  it('gives companies turns, and runs one heavy job of a company and of a process at a time', async () => {
    const order: string[] = []
    const now = new Map<string, number>()
    let most = 0
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    const heavy = (name: string) => (jobs: Jobs) =>
      jobs.handle(HEAVY, async ({ n }, { companyId }) => {
        for (const key of [name, companyId]) now.set(key, (now.get(key) ?? 0) + 1)
        most = Math.max(most, ...now.values())
        order.push(`${companyId} ${n}`)
        await isOpen
        await sleep(5)
        for (const key of [name, companyId]) now.set(key, (now.get(key) ?? 0) - 1)
      })
    await work(heavy('first'))
    for (let n = 0; n < 20; n++) await add(HEAVY, ACME, n)
    await untilSo(
      () => order.length,
      (length) => length === 1,
    )
    for (let n = 0; n < 3; n++) await add(HEAVY, OTHER, n)
    open()
    await untilStates('DONE')
    assert.deepEqual(order.slice(0, 7), ['ACME1 0', 'OTHER 0', 'ACME1 1', 'OTHER 1', 'ACME1 2', 'OTHER 2', 'ACME1 3'])
    assert.deepEqual(
      order.filter((one) => one.startsWith(ACME)),
      Array.from({ length: 20 }, (_none, n) => `ACME1 ${n}`),
    )
    await work(heavy('second'))
    for (let n = 0; n < 10; n++) await Promise.all([add(HEAVY, ACME, n), add(HEAVY, OTHER, n)])
    await untilStates('DONE')
    assert.deepEqual([order.length, most], [43, 1])
  })

  it('gives several processes that take at the same moment one heavy job of a company', async () => {
    const boss = new PgBoss({
      db: queueDatabase({ database, log: createLog('silent') }),
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: false,
      supervise: false,
    })
    await boss.start()
    try {
      const { queue } = JOB_POLICIES[HEAVY.kind]
      for (let round = 0; round < 10; round++) {
        for (let n = 0; n < 4; n++) await add(HEAVY, ACME, n)
        const taken = await Promise.all(Array.from({ length: 4 }, () => boss.fetch(queue, { batchSize: 1, groupConcurrency: 1 })))
        assert.equal(taken.flat().length, 1, `round ${round}`)
        await database.pool.query('delete from pgboss.job')
      }
    } finally {
      await boss.stop({ graceful: false, close: false })
    }
  })

  it('hands jobs of a worker that fell silent to another one, which sees a second attempt', async () => {
    const attempts: number[] = []
    let isFirst = true
    const jobs = await work((all) =>
      all.handle(LIGHT, async (_payload, { attempt, signal }) => {
        attempts.push(attempt)
        if (!isFirst) return
        isFirst = false
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }),
    )
    await add(LIGHT, ACME, 1)
    await untilSo(
      () => attempts.length,
      (length) => length === 1,
    )
    await silenceWorkers(database)
    const second = await work((all) => all.handle(LIGHT, async (_payload, { attempt }) => void attempts.push(attempt)))
    await second.supervise()
    await makeJobsDue(database)
    await database.pool.query(`notify trueline_job, 'CALIBRATION'`)
    const [run] = await untilStates('DONE')
    assert.deepEqual([attempts, run?.attempts], [[1, 2], 2])
    assert.ok(jobs !== second)
  })

  it('ends after the jobs that run, and gives what takes too long to the next process', async () => {
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    const begun: number[] = []
    const slow = createJobs({ database, log: createLog('silent'), endLimitMs: 500 })
    slow.handle(LIGHT, async ({ n }, { signal }) => {
      begun.push(n)
      await (n === 1 ? isOpen : new Promise((resolve) => signal.addEventListener('abort', resolve)))
    })
    await slow.start()
    await add(LIGHT, ACME, 1)
    await untilSo(
      () => begun.length,
      (length) => length === 1,
    )
    const closed = slow.close()
    open()
    await closed
    assert.deepEqual(
      (await runs()).map(({ state }) => state),
      ['DONE'],
    )
    const other = createJobs({ database, log: createLog('silent'), endLimitMs: 50 })
    other.handle(LIGHT, async (_payload, { signal }) => void (await new Promise((resolve) => signal.addEventListener('abort', resolve))))
    await other.start()
    await add(LIGHT, ACME, 2)
    await untilSo(runs, (all) => all.some(({ state }) => state === 'RUNNING'))
    await other.close()
    const { rows } = await database.pool.query<{ state: string }>(`select state from pgboss.job where state <> 'completed'`)
    assert.deepEqual(rows, [{ state: 'retry' }])
  })

  it('runs a schedule in one of two processes at a time, again and again, and tells its last run', async () => {
    let runsNow = 0
    let most = 0
    let count = 0
    const tick = (jobs: Jobs) =>
      jobs.every('INGEST_UPKEEP', { next: (at) => at + 30, isAtStart: true }, async () => {
        most = Math.max(most, ++runsNow)
        await sleep(5)
        runsNow--
        if (++count === 2) throw new Error('not this time')
      })
    const [first] = await Promise.all([work(tick), work(tick)])
    await untilSo(
      () => count,
      (reached) => reached >= 2,
    )
    await untilSo(runs, ([run]) => count >= 5 && run?.state === 'DONE')
    const all = await runs()
    assert.deepEqual([all.length, most, all[0]?.kind, all[0]?.company_id], [1, 1, 'INGEST_UPKEEP', null])
    assert.match((await first.state()).detail ?? '', /waiting/)
  })

  it('goes on when the clock is right again that was ahead as it was planned', async () => {
    let ahead = 2 * 3_600_000
    let count = 0
    const jobs = createJobs({ database, log: createLog('silent'), now: () => Date.now() + ahead })
    running.push(jobs)
    jobs.every('INGEST_UPKEEP', { next: (at) => at + 30, isAtStart: false }, async () => void count++)
    await jobs.start()
    await jobs.supervise()
    assert.equal(count, 0)
    ahead = 0
    await jobs.supervise()
    await untilSo(
      () => count,
      (reached) => reached >= 2,
    )
  })

  it('whose last run failed makes the state degraded, until one runs well', async () => {
    let isBroken = true
    const jobs = await work((all) =>
      all.every('INGEST_UPKEEP', { next: (at) => at + 30, isAtStart: true }, async () => {
        if (isBroken) throw new Error('not yet')
      }),
    )
    const failed = await untilSo(
      () => jobs.state(),
      ({ status }) => status === 'degraded',
    )
    assert.match(failed.detail ?? '', /last run failed: INGEST_UPKEEP/)
    isBroken = false
    await untilSo(
      () => jobs.state(),
      ({ status }) => status === 'ready',
    )
  })

  it('that is due for ten minutes while nothing of its queue runs makes the state degraded, once this process is as old', async () => {
    let now = Date.now()
    const jobs = createJobs({ database, log: createLog('silent'), now: () => now })
    await add(LIGHT, ACME, 1)
    await add(HEAVY, ACME, 2)
    await database.pool.query(`update pgboss.job set start_after = now() - interval '1 hour' where name = 'CALIBRATION'`)
    assert.equal((await jobs.state()).status, 'ready', 'nobody could have run it before')
    now += 11 * 60_000
    await database.pool.query(`update pgboss.job set start_after = now() + interval '1 hour' where name = 'HEAVY'`)
    assert.deepEqual(await jobs.state(), { status: 'degraded', detail: '2 waiting, 0 running, standing still: CALIBRATION' })
    await add(LIGHT, OTHER, 3)
    await database.pool.query(`update pgboss.job set state = 'active', started_on = now() where data -> 'payload' ->> 'n' = '3'`)
    assert.equal((await jobs.state()).status, 'ready', 'others of the queue come first')
  })

  it('tells what it has dropped, and forgets what is long over', async () => {
    const lost = await add(LIGHT, ACME, 1)
    await database.pool.query(`update job_run set created_on = now() - interval '2 minutes'`)
    await database.pool.query('delete from pgboss.job')
    await add(LIGHT, ACME, 2)
    await database.pool.query(
      `insert into job_run (id, company_id, kind, state, ended_on) values
         (gen_random_uuid(), 'ACME1', 'EXPORT', 'DONE', now() - interval '31 days'), (gen_random_uuid(), 'ACME1', 'EXPORT', 'FAILED', now() - interval '31 days')`,
    )
    await work((jobs) => keepJobs(jobs, { database, log: createLog('silent') }))
    await untilSo(
      runs,
      (all) =>
        all.some(({ id, state }) => id === lost && state === 'CANCELLED') &&
        all.some(({ kind, state }) => kind === 'JOB_UPKEEP' && state === 'DONE'),
    )
    assert.deepEqual((await runs()).map(({ kind, state }) => `${kind} ${state}`).toSorted(), [
      'CALIBRATION CANCELLED',
      'CALIBRATION WAITING',
      'EXPORT FAILED',
      'JOB_UPKEEP DONE',
    ])
  })
})
