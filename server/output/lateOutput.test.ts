import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { sendSamples, untilFolded, untilRecalculated } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'

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

describe('units that a device kept while it had no connection', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1, { perMinute: 0 })
  })
  after(() => site.close())

  const LATE = 12
  /** Sends readings of the counter, in minutes since the start of the shift. */
  const send = async (from: number, until: number, total: (minute: number) => number) => {
    site.clock = Math.max(site.clock, START + (until + 0.5) * MINUTE_MS)
    const values = (at: number) => ({ TOTAL_OUTPUT: total(at), REJECTED_OUTPUT: 0 })
    await sendSamples(site.api.origin, site.press, { start: START, from, until: until + 1, stops: [], values })
    await untilFolded(site.api.database, site.press, START + until * MINUTE_MS)
    await untilRecalculated(site.api.database, site.press)
  }
  type Told = {
    readonly id: number
    readonly totalOutput: number
    readonly difference: number
    readonly lateOutput: number
    readonly confirmation: { readonly unconfirmed: { readonly total: number } }
  }
  const told = async (order: number) => {
    const [segment] = await site.done<readonly Told[]>(
      'outputIIoTs',
      `?jobOrderIds: [${order}], enabledForConfirmation: false`,
      '{ id totalOutput difference lateOutput confirmation { unconfirmed { total } } }',
    )
    assert.ok(segment !== undefined)
    return segment
  }
  const issues = async () => {
    const [shift] = await site.done<readonly { issues: readonly { code: string; count: number; ids: readonly number[] }[] }[]>(
      'shifts',
      `?filter: { workCenterIds: [${site.press.workCenterId}] }`,
      '{ issues { code count ids } }',
    )
    return shift?.issues.filter(({ code }) => code === 'UNCONFIRMED_OUTPUT')
  }
  /** An order makes 200, is confirmed and paused; then 12 more come of its last two minutes, which the device kept. */
  const lateOf = async (from: number, how: string): Promise<number> => {
    const before = from === 1 ? 0 : 212
    const { id } = await site.startOrder(2000, from + 0.5)
    await send(from, from + 20, (minute) => before + (minute - from) * 10)
    site.clock = START + (from + 23.5) * MINUTE_MS
    await site.confirm(`jobOrderId: ${id}, acceptedOutput: 200, cutAtNow: true ${how}`)
    await site.done('stopJobOrder', `id: ${id}`, '{ id }')
    // What it counts now comes ahead of what it kept.
    await send(from + 25, from + 26, () => before + 200 + LATE)
    await send(from + 21, from + 22, (minute) => before + 200 + (minute - from - 20) * 6)
    await send(from + 27, from + 27, () => before + 200 + LATE)
    await eventually(async () => (await told(id)).totalOutput === 200 + LATE || undefined)
    return id
  }

  it('wait to be confirmed, and the shift says so, where their segment was not closed (worked example 39)', async () => {
    const order = await lateOf(1, '')
    const segment = await told(order)
    assert.deepEqual([segment.confirmation.unconfirmed.total, segment.lateOutput], [LATE, LATE])
    assert.deepEqual(await issues(), [{ code: 'UNCONFIRMED_OUTPUT', count: 1, ids: [segment.id] }])
    const { acceptedOutput, countedOutput, madeOutput } = await site.order(order)
    assert.deepEqual([acceptedOutput, countedOutput?.totalOutput, madeOutput.totalOutput], [200, LATE, 200 + LATE])
    await site.set({ allow_multiple_output_confirmation: true })
    await site.confirm(`jobOrderId: ${order}, acceptedOutput: ${LATE}`)
    assert.deepEqual(await issues(), [])
    await site.set({ allow_multiple_output_confirmation: false })
  })

  it('are a difference and no issue where it was closed', async () => {
    const order = await lateOf(29, ', closeAfterConfirmation: true')
    const segment = await told(order)
    assert.deepEqual([segment.difference, segment.confirmation.unconfirmed.total, segment.lateOutput], [-LATE, 0, 0])
    assert.deepEqual(await issues(), [])
    const { acceptedOutput, countedOutput, madeOutput } = await site.order(order)
    assert.deepEqual([acceptedOutput, countedOutput?.totalOutput, madeOutput.totalOutput], [200, 0, 200])
  })
})

describe('output whose time is changed after it was confirmed', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
    await site.set({ allow_multiple_output_confirmation: true })
    await site.run(0, 1, { perMinute: 0 })
  })
  after(() => site.close())

  const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()

  it('has more than then without that any of it came late, until it is confirmed or moved back', async () => {
    const first = await site.startOrder(2000, 1.5)
    await site.run(1, 21)
    const second = await site.startOrder(2000, 21.5)
    await site.run(21, 41)
    const told = async () => {
      type Units = { readonly lateOutput: number; readonly movedOutput: number }
      const [segment] = await site.done<readonly (Units & { shift: Pick<Units, 'lateOutput'> })[]>(
        'outputIIoTs',
        `?jobOrderIds: [${first.id}], enabledForConfirmation: false`,
        '{ lateOutput movedOutput shift { lateOutput } }',
      )
      const order = await site.done<Units>('jobOrder', `?id: ${first.id}`, '{ lateOutput movedOutput }')
      return [segment?.lateOutput, segment?.movedOutput, order.lateOutput, order.movedOutput, segment?.shift.lateOutput]
    }
    const move = (from: number, to: number) =>
      site.done(
        'moveJobOrderBorder',
        `workCenterId: ${site.press.workCenterId}, borderAt: "${at(from)}", newAt: "${at(to)}"`,
        '{ isPreview }',
      )
    await site.confirm(`jobOrderId: ${first.id}, acceptedOutput: 200`)
    assert.deepEqual(await told(), [0, 0, 0, 0, 0])
    // The second one began six minutes later than was said: its 60 are of the first.
    await move(21.5, 27.5)
    assert.deepEqual(await told(), [0, 60, 0, 60, 0])
    assert.equal((await site.order(first.id)).countedOutput?.totalOutput, 60)
    await move(27.5, 21.5)
    assert.deepEqual(await told(), [0, 0, 0, 0, 0])
    await move(21.5, 27.5)
    await site.confirm(`jobOrderId: ${first.id}, acceptedOutput: 60`)
    assert.deepEqual(await told(), [0, 0, 0, 0, 0])
    assert.equal((await site.order(second.id)).madeOutput.totalOutput, 140)
  })
})
