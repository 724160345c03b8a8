import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId, JobOrderId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { memoryOf } from './evidence.ts'
import { previewMove } from './movePreview.service.ts'
import { measureDueChangeovers } from './measureChangeovers.service.ts'

const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
type Id = { readonly id: number }
const ACME = asId<CompanyId>('ACME1')

describe('changeovers between orders', () => {
  let site: OutputSite
  let press = 0
  const items = { red: 0, blue: 0, other: 0 }
  before(async () => {
    site = await startOutputSite()
    press = Number(site.press.workCenterId)
    await site.api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
      values ('ACME1', 0, 'UTC', 1, 'D', 'Day', '06:00', '18:00'), ('ACME1', 0, 'UTC', 2, 'N', 'Night', '18:00', '06:00')`,
    )
    for (const name of ['red', 'blue', 'other'] as const)
      items[name] = (
        await site.done<Id>(
          'createOrUpdateItem',
          `input: { name: "${name}", sku: "${name}", measureUnitId: 1, family: "${name}" }`,
          '{ id }',
        )
      ).id
  })
  after(() => site.close())

  const plan = async (item: number, more = '') => {
    const input = `status: PLANNED, productId: ${item}, workCenterId: ${press}, planOutput: 600, planCycleTime: 6 ${more}`
    return (await site.done<Id>('createJobOrder', `input: { ${input} }`, '{ id }')).id
  }
  const start = (id: number, minute: number) => {
    site.clock = Math.max(site.clock, START + minute * MINUTE_MS)
    return site.done('startJobOrder', `id: ${id}, at: "${at(minute)}", running: STOP`, '{ id }')
  }
  const measured = async () => {
    const { database, readSamples } = site.api
    await measureDueChangeovers({ database, readSamples, shiftTimes: readShiftTimes }, site.clock)
    memoryOf(database).clear()
    const { rows } = await database.pool.query<{ id: number; ms: number | null; own: number | null }>(
      'select job_order_id as id, duration_ms as ms, own_ms as own from changeover where measured_on is not null order by run_start_at',
    )
    return rows.map(({ id, ms, own }) => [id, ms === null ? null : ms / MINUTE_MS, own === null ? null : own / MINUTE_MS])
  }

  it('are measured from the last unit of one to the first units of the next', async () => {
    const red = await plan(items.red)
    const blue = await plan(items.blue)
    const again = await plan(items.blue)
    await start(red, 0)
    await site.run(0, 30)
    await start(blue, 32)
    // The counter stood since minute 30; the ten pieces of the reading of minute 51 are one second apart, the cycle of the press.
    await site.run(50, 80)
    await start(again, 80)
    await site.run(80, 95)
    assert.deepEqual(await measured(), [
      [red, null, null],
      [blue, 20.85, 18.85],
      [again, null, null],
    ])
    const cases = await site.done<readonly object[]>(
      'changeovers',
      `?workCenterId: ${press}`,
      '{ fromItem { sku } toItem { sku } fromJobOrder { id } toJobOrder { id } timeStart duration }',
      'OPERATOR',
    )
    assert.deepEqual(cases, [
      {
        fromItem: { sku: 'red' },
        toItem: { sku: 'blue' },
        fromJobOrder: { id: red },
        toJobOrder: { id: blue },
        timeStart: at(32),
        duration: 1251,
      },
    ])
    const stranger = await site.api.ask(`{ changeovers(workCenterId: ${press}) { duration } }`, { as: site.api.stranger })
    assert.equal(stranger.errors[0]?.extensions['code'], 'WORK_CENTER_NOT_FOUND')
    // Measured a moment ago, none is due.
    const { rows } = await site.api.database.pool.query('select 1 from changeover where measured_on is null')
    assert.equal(rows.length, 0)
  })

  it('are measured once more when a run is moved, and are gone with it', async () => {
    await site.api.database.pool.query('delete from job_order_run where start_at = $1', [START + 80 * MINUTE_MS])
    site.clock += 30 * MINUTE_MS
    assert.equal((await measured()).length, 2)
  })

  it('are measured five times more in three days', async () => {
    const { database, readSamples } = site.api
    const runs: number[] = []
    for (const minute of [130, 160, 161, 500, 600, 1_000, 1_600, 1_700, 4_000, 4_400, 4_420]) {
      site.clock = START + minute * MINUTE_MS
      runs.push(await measureDueChangeovers({ database, readSamples, shiftTimes: readShiftTimes }, site.clock))
    }
    // Of the run of minute 32 after two hours, of both after eight, after a day and after three.
    assert.deepEqual(runs, [0, 1, 0, 1, 1, 0, 2, 0, 0, 2, 0])
  })

  it('are measured anew at any age where a border moves, and where a run comes between or goes', async () => {
    const { database, readSamples } = site.api
    const { pool } = database
    const due = () => measureDueChangeovers({ database, readSamples, shiftTimes: readShiftTimes }, site.clock)
    const { rows } = await pool.query<{ id: number; minute: number }>(
      'select job_order_id as id, ((start_at - $1) / 60000)::int as minute from job_order_run order by start_at',
      [START],
    )
    assert.deepEqual(
      rows.map(({ minute }) => minute),
      [0, 32],
    )
    const [red, blue] = rows.map(({ id }) => id)
    await pool.query('update job_order_run set end_at = $1 where job_order_id = $2', [START + 31 * MINUTE_MS, red])
    // The run itself and the next.
    assert.equal(await due(), 2)
    assert.equal(await due(), 0)
    await pool.query('update job_order_run set start_at = $1 where job_order_id = $2', [START + 33 * MINUTE_MS, blue])
    assert.equal(await due(), 1)
    const between = [START + 31 * MINUTE_MS, START + 32 * MINUTE_MS]
    await pool.query(
      `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ('ACME1', $1, $2, $3, $4)`,
      [red, press, ...between],
    )
    assert.equal(await due(), 2)
    await pool.query('delete from job_order_run where start_at = $1', [between[0]])
    assert.equal(await due(), 1)
    assert.deepEqual(await measured(), [
      [red, null, null],
      [blue, 20.85, 17.85],
    ])
  })

  it('that cannot be measured keep what was measured, and do not keep the others from their turn', async () => {
    const { database } = site.api
    await database.pool.query('update changeover set measured_on = null')
    const readSamples = () => Promise.reject(new Error('a broken file'))
    const measure = () => measureDueChangeovers({ database, readSamples, shiftTimes: readShiftTimes }, site.clock)
    assert.equal(await measure(), 2)
    assert.equal(await measure(), 0)
    const { rows } = await database.pool.query(
      'select duration_ms as ms from changeover where measured_on is not null order by run_start_at',
    )
    assert.deepEqual(rows, [{ ms: null }, { ms: 20.85 * MINUTE_MS }])
  })
})

describe('looking at a move before it is made', () => {
  let site: OutputSite
  let press = 0
  let other = 0
  const items = { red: 0, blue: 0 }
  const orders: number[] = []
  before(async () => {
    site = await startOutputSite()
    press = Number(site.press.workCenterId)
    const { pool } = site.api.database
    await pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
      values ('ACME1', 0, 'UTC', 1, 'D', 'Day', '06:00', '18:00'), ('ACME1', 0, 'UTC', 2, 'N', 'Night', '18:00', '06:00')`,
    )
    const { rows } = await pool.query<Id>(
      `insert into work_center (company_id, name, status_source, target_speed) values ('ACME1', 'Press 2', 'POWER', 5) returning id`,
    )
    other = rows[0]?.id ?? 0
    for (const name of ['red', 'blue'] as const)
      items[name] = (await site.done<Id>('createOrUpdateItem', `input: { name: "${name}", sku: "${name}", measureUnitId: 1 }`, '{ id }')).id
    // Five orders that took their ideal hour each, and three changeovers of half an hour into each product.
    for (let index = 0; index < 10; index++) {
      const item = index % 2 === 0 ? items.red : items.blue
      const { rows: made } = await pool.query<Id>(
        `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_output, closed_on) values ('ACME1', $1, 'COMPLETED', $2, $3, 600, to_timestamp($4::float8 / 1000)) returning id`,
        [`F-${index}`, item, press, START - (10 - index) * DAY_MS],
      )
      const id = made[0]?.id
      const begin = START - (10 - index) * DAY_MS - HOUR_MS
      await pool.query(
        `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ('ACME1', $1, $2, $3, $4)`,
        [id, press, begin, begin + HOUR_MS],
      )
      await pool.query('update order_course set planned = $2, valuable = $2, kept_on = now() where job_order_id = $1', [id, [HOUR_MS]])
      await pool.query(
        `update changeover set measured_on = now(), from_order_id = (select id from job_order where order_code = $2), duration_ms = $3, own_ms = 0 where job_order_id = $1`,
        [id, `F-${index - 1}`, index === 0 ? null : 30 * MINUTE_MS],
      )
    }
    for (const [name, due] of [
      ['blue', ''],
      ['red', `, dueDate: "${at(200)}"`],
      ['blue', `, dueDate: "${at(220)}"`],
    ] as const) {
      const input = `status: PLANNED, productId: ${items[name]}, workCenterId: ${press}, planOutput: 600, planCycleTime: 6 ${due}`
      orders.push((await site.done<Id>('createJobOrder', `input: { ${input} }`, '{ id }')).id)
    }
  })
  after(() => site.close())

  const EFFECT = `effect { lateBefore lateAfter firstLate { id } changeovers { workCenterId before after }
    orders { jobOrder { id } before { timeEnd lateness } after { timeEnd lateness } } }`
  type Effect = {
    readonly lateBefore: number
    readonly lateAfter: number
    readonly changeovers: unknown
    readonly orders: readonly { readonly jobOrder: Id; readonly before: unknown; readonly after: unknown }[]
  }
  type Preview = { readonly effect: Effect; readonly misfits: readonly string[]; readonly checkToken: string }
  const preview = (args: string) => site.done<Preview>('previewJobOrderMove', `?${args}`, `{ checkToken misfits ${EFFECT} }`)

  it('forecasts orders behind the changeovers that come before them', async () => {
    const told = await Promise.all(
      orders.map((id) =>
        site.done<{ forecast: { timeEnd: string }; changeover: unknown }>(
          'jobOrder',
          `?id: ${id}`,
          '{ forecast { timeEnd } changeover { usual best cases basis } }',
        ),
      ),
    )
    // The last that was made was blue.
    assert.deepEqual(
      told.map(({ forecast }) => forecast.timeEnd),
      [at(60), at(150), at(240)],
    )
    assert.deepEqual(
      told.map(({ changeover }) => changeover),
      [
        { usual: 0, best: 0, cases: 0, basis: 'SAME' },
        { usual: 1800, best: 1800, cases: 4, basis: 'PAIR' },
        { usual: 1800, best: 1800, cases: 5, basis: 'PAIR' },
      ],
    )
  })

  it('tells ends, due dates and changeovers of the sequence as it would be, and moves nothing', async () => {
    const [first, second, third] = orders
    const { effect, misfits } = await preview(`id: ${third}, after: ${first}`)
    assert.deepEqual(effect, {
      lateBefore: 1,
      lateAfter: 1,
      firstLate: { id: second },
      changeovers: [{ workCenterId: press, before: 3600, after: 1800 }],
      orders: [
        {
          jobOrder: { id: third },
          before: { timeEnd: at(240), lateness: 'LIKELY_LATE' },
          after: { timeEnd: at(120), lateness: 'ON_TIME' },
        },
        {
          jobOrder: { id: second },
          before: { timeEnd: at(150), lateness: 'ON_TIME' },
          after: { timeEnd: at(210), lateness: 'LIKELY_LATE' },
        },
      ],
    })
    assert.deepEqual(misfits, [])
    assert.equal((await preview(`id: ${third}, after: ${second}`)).effect.orders.length, 0)
    const there = await preview(`id: ${third}, workCenterId: ${other}`)
    assert.deepEqual(there.misfits, ['ITEM_STANDARD_MISSING'])
    // Nothing was ever made there: no end is known.
    assert.deepEqual(there.effect.orders, [
      { jobOrder: { id: third }, before: { timeEnd: at(240), lateness: 'LIKELY_LATE' }, after: { timeEnd: null, lateness: null } },
    ])
  })

  it('tells what an order does that comes from behind the 200 that are forecast', async () => {
    const { pool } = site.api.database
    await pool.query(
      `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_output, plan_cycle_time_ms, performance_by, queue_rank)
      select company_id, 'Q-' || n, status, item_id, work_center_id, 10, plan_cycle_time_ms, performance_by, (select max(queue_rank) from job_order) + n
      from job_order, generate_series(1, 198) n where id = $1`,
      [orders[2]],
    )
    const { rows } = await pool.query<Id>(`select id from job_order where order_code = 'Q-198'`)
    const id = rows[0]?.id
    const { effect } = await preview(`id: ${id}`)
    const [first, second] = orders
    assert.deepEqual(
      effect.orders.slice(0, 3).map(({ jobOrder, before: was, after: will }) => [jobOrder.id, was, will]),
      [
        [id, null, { timeEnd: at(1), lateness: null }],
        [first, { timeEnd: at(60), lateness: null }, { timeEnd: at(61), lateness: null }],
        [second, { timeEnd: at(150), lateness: 'ON_TIME' }, { timeEnd: at(151), lateness: 'ON_TIME' }],
      ],
    )
    await pool.query(`delete from job_order where order_code like 'Q-%'`)
  })

  it('suggests what makes nothing late', async () => {
    type Suggestion = { readonly moves: readonly { jobOrder: Id; after: Id | null; effect: Effect }[] }
    const { moves } = await site.done<Suggestion>(
      'orderSuggestions',
      `?workCenterId: ${press}`,
      `{ moves { jobOrder { id } after { id } ${EFFECT} } }`,
    )
    const [first, , third] = orders
    // The first begins at once and stays: of the two others one is late in either sequence, with the shorter changeover by an hour less.
    assert.deepEqual(
      moves.map(({ jobOrder, after: before, effect }) => [jobOrder.id, before?.id ?? null, effect.lateAfter]),
      [[third, first, 1]],
    )
  })

  it('moves into what was suggested only while the queue is as it was looked at, and suggests it anew', async () => {
    type Suggestion = { readonly checkToken: string; readonly moves: readonly { jobOrder: Id; after: Id | null }[] }
    const suggested = () =>
      site.done<Suggestion>('orderSuggestions', `?workCenterId: ${press}`, '{ checkToken moves { jobOrder { id } after { id } } }')
    const [, second, third] = orders
    const before = await suggested()
    const moveOf = ({ checkToken, moves: [move] }: Suggestion) =>
      `id: ${move?.jobOrder.id}, after: ${move?.after?.id}, checkToken: "${checkToken}"`
    const { version } = await site.done<{ version: number }>('jobOrder', `?id: ${second}`, '{ version }')
    await site.done('updateJobOrder', `input: { id: ${second}, version: ${version}, notes: "seen" }`, '{ id }')
    assert.deepEqual(await site.refused('updateJobOrderPriority', moveOf(before), '{ id }'), ['checkToken: QUEUE_CHANGED'])
    const now = await suggested()
    assert.notEqual(now.checkToken, before.checkToken)
    assert.deepEqual(now.moves, before.moves)
    await site.done('updateJobOrderPriority', moveOf(now), '{ id }')
    // What was used once is of the queue of before.
    assert.deepEqual(await site.refused('updateJobOrderPriority', moveOf(now), '{ id }'), ['checkToken: QUEUE_CHANGED'])
    await site.done('updateJobOrderPriority', `id: ${third}, after: ${second}`, '{ id }')
  })

  it('saves a move only while the queue is as it was looked at', async () => {
    const [first, second, third] = orders
    const { checkToken } = await preview(`id: ${third}, after: ${first}`)
    const move = `id: ${third}, after: ${first}, checkToken: "${checkToken}"`
    await site.done('updateJobOrderPriority', `id: ${second}, after: null`, '{ id }')
    assert.deepEqual(await site.refused('updateJobOrderPriority', move, '{ id }'), ['checkToken: QUEUE_CHANGED'])
    const now = await preview(`id: ${third}, after: ${first}`)
    await site.done('updateJobOrderPriority', `id: ${third}, after: ${first}, checkToken: "${now.checkToken}"`, '{ id }')
  })

  it('does not save a move that somebody else came before while it was looked at', async () => {
    const { database } = site.api
    const [first, , third] = orders.map((id) => asId<JobOrderId>(id))
    if (first === undefined || third === undefined) throw new Error('no orders')
    let isMoved = false
    // As soon as the queue is read another planner moves an order of it.
    const movedBetween = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => node,
      transformResult: async ({ result }: PluginTransformResultArgs) => {
        if (!isMoved && result.rows.some((row) => 'placeSpeed' in row)) {
          isMoved = true
          await site.done('updateJobOrderPriority', `id: ${first}, after: null`, '{ id }')
        }
        return result
      },
    }
    const asking = {
      deps: { now: () => site.clock },
      member: { userId: site.api.users.ADMIN, companyId: ACME, role: 'ADMIN' } as const,
      visible: null,
      memory: memoryOf(database),
    }
    const { checkToken } = await database.inTenant(ACME, (tenant) =>
      previewMove({ ...tenant, tx: tenant.tx.withPlugin(movedBetween) }, asking, { id: third, workCenterId: null, after: first }),
    )
    assert.ok(isMoved)
    const move = `id: ${third}, after: ${first}, checkToken: "${checkToken}"`
    assert.deepEqual(await site.refused('updateJobOrderPriority', move, '{ id }'), ['checkToken: QUEUE_CHANGED'])
  })

  it('refuses what the move refuses, and who may not plan', async () => {
    const [first, second] = orders
    const { errors } = await site.ask(`{ previewJobOrderMove(id: ${first}, after: 999999) { checkToken } }`)
    assert.equal(errors[0]?.extensions['code'], 'NOT_IN_QUEUE')
    const foreign = await site.api.ask(`{ previewJobOrderMove(id: ${first}) { checkToken } }`, { as: site.api.stranger })
    assert.equal(foreign.errors[0]?.extensions['code'], 'JOB_ORDER_NOT_FOUND')
    const place = await site.api.ask(`{ orderSuggestions(workCenterId: ${press}) { checkToken } }`, { as: site.api.stranger })
    assert.equal(place.errors[0]?.extensions['code'], 'WORK_CENTER_NOT_FOUND')
    for (const query of [`previewJobOrderMove(id: ${second})`, `orderSuggestions(workCenterId: ${press})`]) {
      const answer = await site.ask(`{ ${query} { checkToken } }`, 'OPERATOR')
      assert.equal(answer.errors[0]?.extensions['code'], 'PLANNERS_ONLY')
    }
  })
})
