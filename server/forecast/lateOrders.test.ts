import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { addUpCourses } from './keepCourses.service.ts'
import { latenessReader } from './lateOrders.service.ts'

const NOW = DAY_START + 4 * HOUR_MS
const iso = (ms: number) => new Date(ms).toISOString()

type Page = {
  readonly items: readonly { readonly orderCode: string; readonly lateness: string | null }[]
  readonly latenessCounts: readonly { readonly lateness: string; readonly count: number }[]
}

describe('orders by how late they will be', () => {
  let api: TestApi
  let press = 0
  let tube = 0

  const run = (text: string, values: readonly unknown[] = []) => api.database.pool.query(text, [...values])
  const done = async (mutation: string): Promise<number> => {
    const { data, errors } = await api.ask(`mutation { done: ${mutation} { id } }`, { as: 'ADMIN' })
    assert.deepEqual(errors, [])
    return (data['done'] as { readonly id: number }).id
  }
  const plan = (code: string, more: string, status = 'PLANNED') =>
    done(
      `createJobOrder(input: { orderCode: "${code}", status: ${status}, productId: ${tube}, workCenterId: ${press}, planOutput: 300, planCycleTime: 12, ${more} })`,
    )
  const due = (hours: number) => `dueDate: "${iso(NOW + hours * HOUR_MS)}"`
  const page = async (filter: string, as: 'ADMIN' | 'OPERATOR' = 'ADMIN'): Promise<Page> => {
    const { data, errors } = await api.ask(
      `{ jobOrdersPages(filter: { ${filter} }, order: { field: ID, direction: ASC }) { items { orderCode lateness } latenessCounts { lateness count } } }`,
      { as },
    )
    assert.deepEqual(errors, [])
    return data['jobOrdersPages'] as Page
  }
  const codes = ({ items }: Page) => items.map(({ orderCode }) => orderCode)
  const counts = ({ latenessCounts }: Page) => Object.fromEntries(latenessCounts.map(({ lateness, count }) => [lateness, count]))

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    await run(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
      values ('ACME1', 0, 'UTC', 1, 'D', 'Day', '06:00', '18:00'), ('ACME1', 0, 'UTC', 2, 'N', 'Night', '18:00', '06:00')`,
    )
    tube = await done('createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 })')
    press = await addPress(api, 'Press')
    // An ideal hour each took 1.5 h in the middle, 1.1 to 1.9 h in eight of ten cases.
    for (let index = 0; index < 29; index++) {
      const [end, pace] = [NOW - (index + 1) * DAY_MS, 1 + ((index % 9) + 1) / 10]
      const start = end - Math.round(pace * HOUR_MS)
      const { rows } = await run(
        `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_output, due_date, closed_on)
          values ('ACME1', $1, 'COMPLETED', $2, $3, 300, $4, to_timestamp($5::float8 / 1000)) returning id`,
        [`F-${index}`, tube, press, end - DAY_MS, end],
      )
      const [{ id }] = rows as [{ id: number }]
      await run(`insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ('ACME1', $1, $2, $3, $4)`, [
        id,
        press,
        start,
        end,
      ])
      await run(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, job_order_ids, total, accepted, rejected, uncounted_total, uncounted_accepted,
            uncounted_rejected, planned_ms, run_ms, net_operating_ms, quality_loss_ms)
          values ('ACME1', $1, $2, $3, array[$4::int], 300, 300, 0, 0, 0, 0, $5, $5, $6, 0)`,
        [press, start, end, id, end - start, HOUR_MS],
      )
    }
    await addUpCourses(api.database, NOW)
    // 1.5 h, 3 h, 4.5 h and 6 h from now in the middle, each behind the one before.
    await plan('RISK', due(1.7))
    await plan('LIKELY', due(2.9))
    await plan('TIME', due(40))
    await plan('LATE', due(-1))
    await plan('DRAFT', due(-2), 'DRAFT')
    await plan('NONE', 'notes: "due at no time"')
  })
  after(() => api.close())

  it('are found by it, and counted by it whatever of it is asked for', async () => {
    const all = { AT_RISK: 1, LATE: 2, LIKELY_LATE: 1, ON_TIME: 1 }
    const late = await page('lateness: [LATE]')
    assert.deepEqual(codes(late), ['LATE', 'DRAFT'], 'those that are finished are none, however late they were')
    assert.deepEqual(counts(late), all)
    assert.deepEqual(codes(await page('lateness: [LIKELY_LATE, AT_RISK]')), ['RISK', 'LIKELY'])
    assert.deepEqual(codes(await page('lateness: [ON_TIME]')), ['TIME'])
    assert.deepEqual(codes(await page('lateness: []')), [])
    // As each of them tells of itself.
    for (const { orderCode, lateness } of (await page('lateness: [AT_RISK, LATE, LIKELY_LATE, ON_TIME]')).items)
      assert.ok(codes(await page(`lateness: [${lateness}]`)).includes(orderCode))
  })

  it('are those of the other filters', async () => {
    const drafts = await page('lateness: [LATE], statuses: [DRAFT]')
    assert.deepEqual([codes(drafts), counts(drafts)], [['DRAFT'], { AT_RISK: 0, LATE: 1, LIKELY_LATE: 0, ON_TIME: 0 }])
    assert.deepEqual(codes(await page('lateness: [LATE], orderCodeFilter: "lat"')), ['LATE'])
    assert.deepEqual(codes(await page('lateness: [LATE], source: IMPORT')), [])
    assert.deepEqual(codes(await page('lateness: [LATE], source: SCREEN, statuses: [PLANNED]')), ['LATE'])
  })

  it('follow from the sequence as it is: what is moved to the top is in time, and what it pushes back is not', async () => {
    const { items } = await page('lateness: [LIKELY_LATE]')
    assert.deepEqual(items, [{ orderCode: 'LIKELY', lateness: 'LIKELY_LATE' }])
    const { rows } = await run(`select id from job_order where order_code = 'LIKELY'`)
    const [{ id }] = rows as [{ id: number }]
    await done(`updateJobOrderPriority(id: ${id}, priority: 1)`)
    assert.deepEqual(codes(await page('lateness: [ON_TIME]')), ['LIKELY', 'TIME'])
    assert.deepEqual(codes(await page('lateness: [AT_RISK, LATE, LIKELY_LATE]')), ['RISK', 'LATE', 'DRAFT'])
  })

  it('are found once more at most, however many ask at once, and each answer is not older than its question', async () => {
    let found = 0
    const database: Pick<Database, 'inTenant'> = {
      inTenant: (companyId, work) => {
        found++
        return api.database.inTenant(companyId, work)
      },
    }
    const ask = latenessReader(database)
    const first = ask(ACME, NOW)
    const others = Array.from({ length: 20 }, () => ask(ACME, NOW))
    const answers = await Promise.all([first, ...others])
    assert.equal(found, 2)
    assert.ok(answers.every((one) => one.size === answers[0]?.size))
    await run(`update job_order set due_date = $1 where order_code = 'TIME'`, [NOW - 1])
    const lateness = [...(await ask(ACME, NOW)).values()].toSorted()
    assert.equal(lateness.filter((one) => one === 'LATE').length, 4)
    await run(`update job_order set due_date = $1 where order_code = 'TIME'`, [NOW + 40 * HOUR_MS])
  })

  it('are of an operator those of their machines, without drafts', async () => {
    assert.deepEqual(codes(await page('lateness: [LATE]', 'OPERATOR')), [])
    await run('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      'ACME1',
      api.users.OPERATOR,
      press,
    ])
    const seen = await page('lateness: [LATE]', 'OPERATOR')
    // The first was pushed back by what was moved before it.
    assert.deepEqual(codes(seen), ['RISK', 'LATE'])
    assert.equal(counts(seen)['LATE'], 2)
  })
  it('are late beyond the 60 days that are looked at where they are due before, and nothing where the end is not known (F-2)', async () => {
    // 1.5 h of planned time for 300: some 70 days, by night and day.
    await plan('FAR', due(58 * 24))
    await run(`update job_order set plan_output = 336000 where order_code = 'FAR'`)
    await plan('UNKNOWN', due(1))
    await run(`update job_order set plan_cycle_time_ms = null where order_code = 'UNKNOWN'`)
    await run('update work_center set target_speed = null where id = $1', [press])
    await plan('BEHIND', due(2))
    const { data } = await api.ask(
      `{ jobOrdersPages(filter: { orderCodeFilter: "FAR" }) { items { lateness forecast { timeEnd endsAfter } } } }`,
      { as: 'ADMIN' },
    )
    const [far] = (
      data['jobOrdersPages'] as {
        readonly items: readonly { readonly lateness: string; readonly forecast: { readonly timeEnd: null; readonly endsAfter: string } }[]
      }
    ).items
    assert.deepEqual([far?.lateness, far?.forecast.timeEnd], ['LIKELY_LATE', null])
    assert.ok(Date.parse(far?.forecast.endsAfter ?? '') > NOW + 60 * DAY_MS)
    assert.deepEqual(codes(await page('lateness: [LIKELY_LATE]')), ['FAR'])
    const told = await page('orderCodeFilter: "UNKNOWN"')
    assert.deepEqual(
      [told.items, counts(await page('orderCodeFilter: "BEHIND"'))],
      [[{ orderCode: 'UNKNOWN', lateness: null }], { AT_RISK: 0, LATE: 0, LIKELY_LATE: 0, ON_TIME: 0 }],
    )
  })
})
