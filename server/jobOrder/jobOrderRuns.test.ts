import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'

const RUN = 10 * 60_000

describe('the runs of job orders', () => {
  let api: TestApi
  let press = 0
  before(async () => {
    api = await startTestApi()
    press = await addPress(api, 'Press')
    const { pool } = api.database
    const { rows } = await pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, work_center_id, status) values ('ACME1', 'J-1', $1, 'PROGRESS') returning id`,
      [press],
    )
    // 144 a day, one after the other, for 35 days: 5,040.
    await pool.query(
      `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at)
       select 'ACME1', $1, $2, $3::int8 + n * $4::int8, $3::int8 + (n + 1) * $4::int8 from generate_series(0, 5039) n`,
      [rows[0]?.id, press, DAY_START, RUN],
    )
  })
  after(() => api.close())

  const ask = (days: number) => {
    const [start, end] = [new Date(DAY_START).toISOString(), new Date(DAY_START + days * DAY_MS).toISOString()]
    return api.ask(
      `{ jobOrderRuns(workCenterId: ${press}, period: { start: "${start}", end: "${end}" }) { timeStart jobOrder { orderCode } } }`,
    )
  }

  it('are answered up to 5,000, and a period with more is refused with the days that fit', async () => {
    const refused = await ask(35)
    assert.deepEqual(
      refused.errors.map(({ extensions }) => extensions),
      [{ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: 34 } }],
    )
    const { data, errors } = await ask(34)
    assert.deepEqual(errors, [])
    const runs = data['jobOrderRuns']
    assert.ok(Array.isArray(runs))
    assert.equal(runs.length, 34 * 144)
    assert.deepEqual(runs[0], { timeStart: new Date(DAY_START).toISOString(), jobOrder: { orderCode: 'J-1' } })
  })
})
