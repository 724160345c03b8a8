import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addUpCourses } from './keepCourses.service.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'

type Forecast = {
  readonly timeEnd: string
  readonly earliestEnd: string | null
  readonly latestEnd: string | null
  readonly basis: string
  readonly cases: number
}
const iso = (ms: number) => new Date(ms).toISOString()
const NOW = DAY_START + 4 * HOUR_MS

describe('when orders will be made', () => {
  let api: TestApi
  let press = 0
  let tube = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    // Shifts around the clock.
    await run(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
      values ('ACME1', 0, 'UTC', 1, 'D', 'Day', '06:00', '18:00'), ('ACME1', 0, 'UTC', 2, 'N', 'Night', '18:00', '06:00')`,
      [],
    )
    const { createOrUpdateItem } = await ask(
      'mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }',
    )
    tube = (createOrUpdateItem as { readonly id: number }).id
  })
  after(() => api.close())

  const ask = async (query: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(query, { as: 'ADMIN' })
    assert.deepEqual(errors, [])
    return data
  }
  const place = async (name: string) => {
    press = await addPress(api, name)
  }
  const run = (text: string, values: readonly unknown[]) => api.database.pool.query(text, [...values])
  /** An order that was finished so many days ago: its ideal time was an hour, its planned time that × pace. */
  const finish = async (pace: number, daysAgo: number, itemId = tube) => {
    const end = NOW - daysAgo * DAY_MS
    const { rows } = await run(
      `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_output, closed_on)
        values ('ACME1', $1, 'COMPLETED', $2, $3, 300, to_timestamp($4::float8 / 1000)) returning id`,
      [`F-${++count}`, itemId, press, end],
    )
    const [{ id }] = rows as [{ id: number }]
    const start = end - Math.round(pace * HOUR_MS)
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
  const plan = async (more = '') => {
    const input = `orderCode: "N-${++count}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 300, planCycleTime: 12 ${more}`
    return ((await ask(`mutation { createJobOrder(input: { ${input} }) { id } }`))['createJobOrder'] as { readonly id: number }).id
  }
  const read = async (id: number) => {
    await addUpCourses(api.database, NOW)
    return (
      await ask(`{ jobOrder(id: ${id}) { lateness forecast { timeEnd earliestEnd latestEnd basis cases rangesHeld rangesJudged } } }`)
    )['jobOrder'] as { readonly lateness: string | null; readonly forecast: Forecast | null }
  }

  it('is not told without any history', async () => {
    await place('New press')
    assert.equal((await read(await plan())).forecast, null)
  })

  it('follows from the last orders of the product, behind what waits before it', async () => {
    await place('Press')
    for (const [index, pace] of [1.5, 2, 1.8, 1.6, 1.7].entries()) await finish(pace, index + 1)
    const first = await read(await plan())
    assert.deepEqual(first.forecast, {
      timeEnd: iso(NOW + 1.7 * HOUR_MS),
      earliestEnd: null,
      latestEnd: null,
      basis: 'ITEM',
      cases: 5,
      rangesHeld: 0,
      rangesJudged: 0,
    })
    const second = await read(await plan(`, dueDate: "${iso(NOW + 3 * HOUR_MS)}"`))
    assert.equal(second.forecast?.timeEnd, iso(NOW + 2 * 1.7 * HOUR_MS))
    assert.equal(second.lateness, 'LIKELY_LATE')
  })

  it('names the shifts through which it goes, from now until its end', async () => {
    await place('Long press')
    for (let index = 0; index < 5; index++) await finish(10, index + 1)
    await addUpCourses(api.database, NOW)
    const { jobOrder } = await ask(`{ jobOrder(id: ${await plan()}) { forecast { timeEnd shifts { timeStart timeEnd plannedShare } } } }`)
    const [now, change, end] = [NOW, DAY_START + 12 * HOUR_MS, NOW + 10 * HOUR_MS].map(iso)
    assert.deepEqual(jobOrder, {
      forecast: {
        timeEnd: end,
        shifts: [
          { timeStart: now, timeEnd: change, plannedShare: 1 },
          { timeStart: change, timeEnd: end, plannedShare: 1 },
        ],
      },
    })
  })

  it('has a range from twenty orders on, and says how often such ranges held', async () => {
    await place('Old press')
    for (let index = 0; index < 30; index++) await finish(1 + (index % 10) / 10, index + 1)
    const { forecast } = await read(await plan())
    assert.equal(forecast?.cases, 30)
    assert.equal(forecast.timeEnd, iso(NOW + 1.45 * HOUR_MS))
    assert.equal(forecast.earliestEnd, iso(NOW + 1 * HOUR_MS))
    assert.equal(forecast.latestEnd, iso(NOW + 1.9 * HOUR_MS))
    const { jobOrder } = await ask(`{ jobOrder(id: ${await plan()}) { forecast { rangesHeld rangesJudged } } }`)
    assert.deepEqual(jobOrder, { forecast: { rangesHeld: 9, rangesJudged: 10 } })
  })

  it('is that of what is missing, at the pace of the order so far, once it is worked on', async () => {
    await place('Busy press')
    for (let index = 0; index < 5; index++) await finish(2, index + 1)
    const id = await plan()
    const start = NOW - 3 * HOUR_MS
    await ask(`mutation { startJobOrder(id: ${id}, at: "${iso(start)}") { id } }`)
    await run(
      `insert into output_segment (company_id, work_center_id, start_at, job_order_ids, total, accepted, rejected, uncounted_total, uncounted_accepted,
          uncounted_rejected, effective_total, effective_accepted, planned_ms, run_ms, net_operating_ms, quality_loss_ms)
        values ('ACME1', $1, $2, array[$3::int], 150, 150, 0, 0, 0, 0, 150, 150, $4, $4, $5, 0)`,
      [press, start, id, 3 * HOUR_MS, 30 * MINUTE_MS],
    )
    // (3 h + 2 × 1 h) ÷ (0.5 h + 1 h) of half an hour of units.
    const expected = NOW + ((3 + 2) / 1.5) * 0.5 * HOUR_MS
    assert.ok(Math.abs(Date.parse((await read(id)).forecast?.timeEnd ?? '') - expected) <= 1)
  })

  it('says how fast a product was really made at a work center, by the middle of its finished orders there', async () => {
    await place('Measured press')
    for (const [index, pace] of [1.5, 1, 2].entries()) await finish(pace, index + 1)
    const { item } = await ask(`{ item(id: ${tube}) { measuredSpeeds { workCenterId cycleTime orders newest { cycleTime units } } } }`)
    const { measuredSpeeds } = item as { readonly measuredSpeeds: readonly { readonly workCenterId: number }[] }
    // 300 units in one and a half hours.
    assert.deepEqual(
      measuredSpeeds.find(({ workCenterId }) => workCenterId === press),
      { workCenterId: press, cycleTime: 18, orders: 3, newest: [18, 12, 24].map((cycleTime) => ({ cycleTime, units: 300 })) },
    )
  })

  it('says of an order that is worked on how often the ranges of those held that were as far', async () => {
    await place('Steady press')
    for (let index = 0; index < 30; index++) await finish(1 + (index % 10) / 10, index + 1)
    await addUpCourses(api.database, NOW)
    // Each was made in four stretches of a quarter.
    await run(
      `update order_course set planned = array_fill(planned[1] / 4, array[4]), valuable = array_fill(valuable[1] / 4, array[4]) where work_center_id = $1`,
      [press],
    )
    const id = await plan()
    const start = NOW - HOUR_MS
    await ask(`mutation { startJobOrder(id: ${id}, at: "${iso(start)}") { id } }`)
    await run(
      `insert into output_segment (company_id, work_center_id, start_at, job_order_ids, total, accepted, rejected, uncounted_total, uncounted_accepted,
          uncounted_rejected, effective_total, effective_accepted, planned_ms, run_ms, net_operating_ms, quality_loss_ms)
        values ('ACME1', $1, $2, array[$3::int], 150, 150, 0, 0, 0, 0, 150, 150, $4, $4, $5, 0)`,
      [press, start, id, HOUR_MS, 30 * MINUTE_MS],
    )
    const { jobOrder } = await ask(`{ jobOrder(id: ${id}) { forecast { earliestEnd rangesHeld rangesJudged } } }`)
    const { forecast } = jobOrder as { readonly forecast: Pick<Forecast, 'earliestEnd'> & { rangesHeld: number; rangesJudged: number } }
    assert.notEqual(forecast.earliestEnd, null)
    assert.equal(forecast.rangesJudged, 10)
    assert.ok(forecast.rangesHeld >= 8, `${forecast.rangesHeld} held`)
  })

  it('is that of an order whose figures changed, once they are added up again, and not of one that was opened again', async () => {
    await place('Changed press')
    for (let index = 0; index < 5; index++) await finish(2, index + 1)
    assert.equal(await addUpCourses(api.database, NOW), 5)
    assert.equal(await addUpCourses(api.database, NOW), 0)
    await run(`update output_segment set planned_ms = planned_ms * 2 where work_center_id = $1`, [press])
    // Those of the last three days are looked at again.
    await addUpCourses(api.database, NOW + 31 * MINUTE_MS)
    const sums = () =>
      run(
        'select sum(t.planned) as planned, count(distinct job_order_id)::int as orders from order_course, unnest(planned) t(planned) where work_center_id = $1',
        [press],
      )
    assert.deepEqual((await sums()).rows, [{ planned: (2 * 4 + 3 * 2) * HOUR_MS, orders: 5 }])
    await run(
      `update job_order set status = 'PROGRESS', closed_on = null where work_center_id = $1 and closed_on > to_timestamp($2::float8 / 1000)`,
      [press, NOW - 1.5 * DAY_MS],
    )
    assert.deepEqual((await sums()).rows, [{ planned: (4 + 3 * 2) * HOUR_MS, orders: 4 }])
  })

  it('is late by the clock where nothing is known, and of a finished order by when work ended', async () => {
    await place('Quiet press')
    assert.equal((await read(await plan(`, dueDate: "${iso(NOW - HOUR_MS)}"`))).lateness, 'LATE')
    assert.equal((await read(await plan(`, dueDate: "${iso(NOW + HOUR_MS)}"`))).lateness, null)
    assert.equal((await read(await plan())).lateness, null)
  })
})
