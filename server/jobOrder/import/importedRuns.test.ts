import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, JobOrderId } from '#engine/ids.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { endRunsOf } from './importWrite.store.ts'

const ASKED_AT = DAY_START
const NOW = ASKED_AT + 40 * SECOND_MS

describe('runs of orders that an import ends', () => {
  let api: TestApi
  let press = 0
  before(async () => {
    api = await startTestApi()
    press = await addPress(api, 'Press')
  })
  after(() => api.close())

  const runsAfter = async (code: string, start: number) => {
    const { pool } = api.database
    const { rows } = await pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, work_center_id, status) values ('ACME1', $1, $2, 'PROGRESS') returning id`,
      [code, press],
    )
    const id = asId<JobOrderId>(rows[0]?.id ?? 0)
    await pool.query(`insert into job_order_run (company_id, job_order_id, work_center_id, start_at) values ('ACME1', $1, $2, $3)`, [
      id,
      press,
      start,
    ])
    const changed = await api.database.inTenant(asId<CompanyId>('ACME1'), (tenant) =>
      endRunsOf(tenant, [id], { askedAt: ASKED_AT, now: NOW }, { userId: null }),
    )
    const left = await pool.query<{ start: number; end: number }>(
      'select start_at as start, end_at as "end" from job_order_run where job_order_id = $1',
      [id],
    )
    return { from: changed.map(({ from }) => from), left: left.rows }
  }

  it('end when it was asked for', async () => {
    const start = ASKED_AT - 60 * SECOND_MS
    assert.deepEqual(await runsAfter('R-1', start), { from: [ASKED_AT], left: [{ start, end: ASKED_AT }] })
  })

  it('that began while it waited in line end when it is done, and are not removed', async () => {
    const start = ASKED_AT + 20 * SECOND_MS
    assert.deepEqual(await runsAfter('R-2', start), { from: [NOW], left: [{ start, end: NOW }] })
  })

  it('of less than a second are none', async () => {
    const start = NOW - 999
    assert.deepEqual(await runsAfter('R-3', start), { from: [start], left: [] })
  })
})
