import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { targetsOfShifts } from './shiftTarget.service.ts'
import { listShiftsStarting } from '#server/shift/shift.store.ts'

/** Shifts from 06 to 14 and from 14 to 22. */
const SECOND = START + 8 * HOUR_MS

describe('the target of a shift by what is planned, where an order goes on from the shift before (E-72)', () => {
  let site: OutputSite
  let order: OrderNow

  before(async () => {
    site = await startOutputSite()
    await site.set({ target_output_calculation_type: 'BY_JOB_ORDERS_CYCLE_TIME' })
    await site.run(0, 1, { perMinute: 1 })
    const window = `planStart: "${new Date(START).toISOString()}", planEnd: "${new Date(START + 16 * HOUR_MS).toISOString()}"`
    order = await site.startOrder(800, 1.5, `, ${window}`)
    await site.run(1, 500, { perMinute: 1 })
  })
  after(() => site.close())

  const fullTarget = async (start: number) =>
    await site.api.database.inTenant(ACME, async (tenant) => {
      const shifts = await listShiftsStarting(tenant, [{ workCenterId: site.press.workCenterId, start }])
      return (await targetsOfShifts(tenant, shifts)).get(site.press.workCenterId)?.get(start)?.targetFullShift
    })
  /** The live view reads what was made before its shift once that is written, without being told. */
  const liveTargetBecomes = (expected: number) =>
    eventually(async () => {
      const { data } = await site.ask(`{ workCenter(id: ${site.press.workCenterId}) { live { output { targetFullShift } } } }`)
      const { live } = data['workCenter'] as { readonly live: { readonly output: { readonly targetFullShift: number } } }
      return live.output.targetFullShift === expected || undefined
    })
  const madeBefore = async () => {
    const { rows } = await site.api.database.pool.query<{ readonly made: number }>(
      `select effective_accepted as made from output_segment where company_id = $1 and shift_start_at = $2 and job_order_ids <> '{}'`,
      [ACME, START],
    )
    assert.equal(rows.length, 1)
    return Number(rows[0]?.made)
  }

  it('is the rest of the plan after what was made in the shift before, though nobody confirmed it', async () => {
    const made = await madeBefore()
    assert.ok(made > 470 && made < 485, String(made))
    assert.equal(await fullTarget(START), 800)
    assert.equal(await fullTarget(SECOND), 800 - made)
    await liveTargetBecomes(800 - made)
  })

  it('asks for another order at its own speed besides, as far as it fits', async () => {
    const window = `planStart: "${new Date(SECOND + 7 * HOUR_MS).toISOString()}", planEnd: "${new Date(SECOND + 12 * HOUR_MS).toISOString()}"`
    const input = `status: PLANNED, productId: 1, workCenterId: ${site.press.workCenterId}, planOutput: 900, planCycleTime: 20, ${window}`
    const { id } = await site.done<OrderNow>('createJobOrder', `input: { ${input} }`, '{ id }')
    // Of five hours one is in the shift: 180 pieces of 20 s.
    assert.equal(await fullTarget(SECOND), 800 - (await madeBefore()) + 180)
    await site.done('cancelJobOrder', `id: ${id}`, '{ id }')
  })

  it('is not lowered twice by what is confirmed of it', async () => {
    const made = await madeBefore()
    const [segment] = await site.done<readonly { readonly id: number }[]>('outputIIoTs', `?jobOrderIds: [${order.id}]`, '{ id }')
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${made}, outputIIoTs: [${segment?.id}]`)
    assert.equal(await fullTarget(SECOND), 800 - made)
    await liveTargetBecomes(800 - made)
  })

  it('stays as it was once the shift is confirmed, whatever is planned later', async () => {
    await site.run(500, 16 * 60 + 20, { perMinute: 1 })
    const { rows } = await site.api.database.pool.query<{ readonly id: number }>(
      'select id from shift where company_id = $1 and start_at = $2',
      [ACME, START],
    )
    await site.done('confirmShift', `id: ${rows[0]?.id}, comment: "as it is"`, '{ id }')
    await site.api.database.pool.query('update job_order set plan_output = 100 where id = $1', [order.id])
    assert.equal(await fullTarget(START), 800)
    assert.notEqual(await fullTarget(SECOND), 800)
  })
})
