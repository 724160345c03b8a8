import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'

describe('output that came in after a confirmation', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
  })
  after(() => site.close())

  it('is told of segment, order and shift in units, until it is confirmed or its segment closed', async () => {
    const { pool } = site.api.database
    const { workCenterId, companyId } = site.press
    await site.run(0, 1)
    const order = await site.startOrder(2000, 1.5)
    await site.run(1, 13)
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 100, cutAtNow: true, cutAt: "${new Date(site.clock).toISOString()}"`)
    await site.run(13, 14, { perMinute: 0 })
    const found = await pool.query<{ id: number; start: number }>(
      `select s.id, s.shift_start_at as start from output_segment s where s.company_id = $1 and s.work_center_id = $2 and s.end_at is not null
         and $3 = any(s.job_order_ids) order by s.start_at desc limit 1`,
      [companyId, workCenterId, order.id],
    )
    const [segment] = found.rows
    assert.ok(segment !== undefined)
    const late = async () => {
      const [one] = await site.done<readonly { lateOutput: number; shift: { lateOutput: number } }[]>(
        'outputIIoTs',
        `?ids: [${segment.id}], enabledForConfirmation: false`,
        '{ lateOutput shift { lateOutput } }',
      )
      const of = await site.done<{ lateOutput: number }>('jobOrder', `?id: ${order.id}`, '{ lateOutput }')
      return [one?.lateOutput, of.lateOutput, one?.shift.lateOutput]
    }
    assert.deepEqual(await late(), [0, 0, 0])
    // As the fold leaves it once samples came that a device kept.
    const change = (units: number, isConfirmed: boolean) =>
      pool.query(
        'update output_segment set total = total + $2, accepted = accepted + $2, is_confirmed = $3 where company_id = $4 and id = $1',
        [segment.id, units, isConfirmed, companyId],
      )
    await change(12, false)
    assert.deepEqual(await late(), [12, 12, 12])
    // Closed it is only a difference, and what was corrected came from nobody's device.
    await change(0, true)
    assert.deepEqual(await late(), [0, 0, 0])
    await change(0, false)
    await pool.query('update output_segment set counted_accepted = 1, counted_rejected = 0 where company_id = $1 and id = $2', [
      companyId,
      segment.id,
    ])
    assert.deepEqual(await late(), [0, 0, 0])
    await pool.query('update output_segment set counted_accepted = null, counted_rejected = null where company_id = $1 and id = $2', [
      companyId,
      segment.id,
    ])
    await change(-12, true)
  })
})
