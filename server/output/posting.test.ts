import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

describe('output that people confirm', () => {
  let site: OutputSite
  let order: OrderNow

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(500, 1.5)
    await site.run(1, 41, { rejectEach: 20 })
  })
  after(() => site.close())

  const segments = async () =>
    (
      await site.api.database.pool.query<Record<string, number | boolean | null>>(
        `select id, start_at as start, end_at as "end", total, effective_total as effective, is_confirmed as confirmed, difference
         from output_segment where work_center_id = $1 order by start_at`,
        [site.press.workCenterId],
      )
    ).rows

  it('ends what counts and is booked at once: the order, the segment and the shift agree', async () => {
    const before = await site.order(order.id)
    assert.deepEqual(before.countedOutput, { totalOutput: 400, acceptedOutput: 398, rejectedOutput: 2 })
    const rows = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 395, rejectedOutput: 5, cutAtNow: true`)
    assert.deepEqual(
      rows.map(({ output, outputType, difference, type }) => [output, outputType, difference, type]),
      [
        [395, 'ACCEPTED', -3, 'CONFIRMED'],
        [5, 'REJECTED', 3, 'CONFIRMED'],
      ],
    )
    const now = await site.order(order.id)
    assert.deepEqual([now.acceptedOutput, now.rejectedOutput, now.countedOutput?.totalOutput, now.madeOutput.totalOutput], [395, 5, 0, 400])
    const [, own, next] = await segments()
    assert.deepEqual([own?.['end'], own?.['confirmed'], own?.['effective']], [START + 41.5 * MINUTE_MS, true, 400])
    assert.deepEqual([next?.['start'], next?.['total'], next?.['end']], [START + 41.5 * MINUTE_MS, 0, null])
  })

  it('is done once for its key, and refused under the key of another act', async () => {
    await site.run(41, 65)
    const key = randomUUID()
    const act = `jobOrderId: ${order.id}, acceptedOutput: 240, cutAtNow: true, requestKey: "${key}"`
    const [first] = await site.confirm(act)
    const [again] = await site.confirm(act)
    assert.deepEqual([first?.isRepeated, again?.isRepeated, again?.id], [false, true, first?.id])
    assert.equal((await site.order(order.id)).acceptedOutput, 635)
    const other = `workCenterId: ${site.press.workCenterId}, jobOrderId: ${order.id}, acceptedOutput: 250, cutAtNow: true, requestKey: "${key}"`
    assert.deepEqual(await site.refused('confirmOutput', other), ['requestKey: REQUEST_KEY_REUSED'])
    // More than planned is a warning, which says by how much: 635 of 500.
    assert.deepEqual([first?.warnings, first?.overPlanBy, again?.overPlanBy], [['OVER_PLAN'], 135, 135])
  })

  it('is taken back whole, with a comment, and counts again as not confirmed', async () => {
    const [row] = await site.done<readonly { id: number }[]>('outputConfirmations', `?jobOrderIds: [${order.id}]`, '{ id }')
    assert.deepEqual(await site.refused('cancelOutputConfirmation', `id: ${row?.id}, comment: "no"`), ['comment: LENGTH_OUT_OF_RANGE'])
    const [gone] = await site.done<readonly { type: string; cancelComment: string }[]>(
      'cancelOutputConfirmation',
      `id: ${row?.id}, comment: "counted twice"`,
      '{ type cancelComment }',
    )
    assert.deepEqual([gone?.type, gone?.cancelComment], ['CANCELED', 'counted twice'])
    const now = await site.order(order.id)
    assert.deepEqual([now.acceptedOutput, now.countedOutput?.totalOutput], [395, 240])
    assert.deepEqual(await site.refused('cancelOutputConfirmation', `id: ${row?.id}, comment: "again"`), ['CONFIRMATION_CANCELED'])
  })

  it('is listed by who confirmed it, its batch and its container without pages too', async () => {
    const listed = (more: string) => site.done<readonly unknown[]>('outputConfirmations', `?jobOrderIds: [${order.id}], ${more}`, '{ id }')
    const all = await listed('confirmationTypes: null')
    const { ADMIN, OPERATOR } = site.api.users
    const of = async (user: string) => (await listed(`confirmationTypes: null, userIds: ["${user}"]`)).length
    assert.ok(all.length > 0)
    assert.equal((await of(ADMIN)) + (await of(OPERATOR)) + (await of(site.api.users.USER)), all.length)
    assert.deepEqual([await listed('batchCode: "none such"'), await listed('containerCode: "none such"')], [[], []])
  })

  it('is put right in one act: other units stand for the posting, which names it', async () => {
    const [wrong] = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 1000`)
    const fields = '{ output corrects postingId }'
    const [right] = await site.done<readonly { output: number; corrects: number }[]>(
      'correctOutputConfirmation',
      `id: ${wrong?.id}, acceptedOutput: 238, rejectedOutput: 2, comment: "a zero too many"`,
      fields,
    )
    assert.deepEqual([right?.output, right?.corrects], [238, wrong?.postingId])
    const now = await site.order(order.id)
    assert.deepEqual([now.acceptedOutput, now.rejectedOutput, now.countedOutput?.totalOutput], [633, 7, 0])
    const { events } = await site.done<{ events: readonly { kind: string; details: string }[] }>(
      'jobOrder',
      `?id: ${order.id}`,
      '{ events { kind details } }',
    )
    assert.equal(events[0]?.kind, 'CONFIRMATION_CORRECTED')
    assert.deepEqual(JSON.parse(events[0].details).before, { accepted: 1000, rejected: 0 })
    // The company's log has both: what was taken back, and what stands for what.
    const { rows } = await site.api.database.pool.query<{ action: string; details: Record<string, unknown> }>(
      `select action, details from audit_log where action like '%_OUTPUT_CONFIRMATION' order by id`,
    )
    assert.deepEqual(
      rows.map(({ action, details: { before, after, comment } }) => [action, before, after, comment]),
      [
        ['CANCEL_OUTPUT_CONFIRMATION', { accepted: 240, rejected: 0 }, null, 'counted twice'],
        ['CORRECT_OUTPUT_CONFIRMATION', { accepted: 1000, rejected: 0 }, { accepted: 238, rejected: 2 }, 'a zero too many'],
      ],
    )
  })
})

describe('a posting of output that a later one closed', () => {
  let site: OutputSite
  let order: OrderNow

  before(async () => {
    site = await startOutputSite()
    await site.set({ allow_multiple_output_confirmation: true })
    await site.run(0, 1)
    order = await site.startOrder(2000, 1.5)
    await site.run(1, 51)
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    await site.run(51, 53)
  })
  after(() => site.close())

  it('is corrected all the same, and the output stays closed (O-12, O-8)', async () => {
    const [wrong] = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 400`)
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 50, closeAfterConfirmation: true`)
    const correct = `id: ${wrong?.id}, acceptedOutput: 440, comment: "a pallet more"`
    const [right] = await site.done<readonly { id: number; output: number; corrects: number }[]>(
      'correctOutputConfirmation',
      correct,
      '{ id output corrects }',
    )
    assert.deepEqual([right?.output, right?.corrects], [440, wrong?.postingId])
    const sums = async () => {
      const { acceptedOutput, countedOutput, madeOutput } = await site.order(order.id)
      const [segment] = await site.done<readonly { difference: number; isClosed: boolean }[]>(
        'outputIIoTs',
        `?jobOrderIds: [${order.id}], enabledForConfirmation: false`,
        '{ difference isClosed }',
      )
      return [acceptedOutput, countedOutput?.totalOutput, madeOutput.totalOutput, segment?.difference, segment?.isClosed]
    }
    assert.deepEqual(await sums(), [490, 0, 490, -10, true])
    // The rest was not made still holds for what nobody said yet.
    const more = `workCenterId: ${site.press.workCenterId}, jobOrderId: ${order.id}, acceptedOutput: 5, outputIIoTs: `
    const [segment] = await site.done<readonly { id: number }[]>(
      'outputIIoTs',
      `?jobOrderIds: [${order.id}], enabledForConfirmation: false`,
      '{ id }',
    )
    assert.deepEqual(await site.refused('confirmOutput', `${more}[${segment?.id}]`), ['outputIIoTs: SEGMENT_CONFIRMED'])
    await site.done('correctOutputConfirmation', `id: ${right?.id}, acceptedOutput: 410, comment: "counted again"`, '{ id }')
    assert.deepEqual(await sums(), [460, 0, 460, -40, true])
  })
  it('keeps what was confirmed where units come in late, and offers them to nobody (O-8)', async () => {
    const read = async () => {
      const [segment] = await site.done<
        readonly { difference: number; totalOutput: number; lateOutput: number; confirmation: { unconfirmed: { total: number } } }[]
      >(
        'outputIIoTs',
        `?jobOrderIds: [${order.id}], enabledForConfirmation: false`,
        '{ difference totalOutput lateOutput confirmation { unconfirmed { total } } }',
      )
      return segment
    }
    const before = await read()
    const { pool } = site.api.database
    await pool.query(
      `insert into output_correction (company_id, work_center_id, start_at, end_at, accepted, rejected, comment)
       select company_id, work_center_id, start_at, end_at, 12, 0, 'late' from output_segment where $1 = any(job_order_ids)`,
      [order.id],
    )
    const mark = { workCenterId: site.press.workCenterId, from: START, to: null, cause: 'OUTPUT_CORRECTION' }
    await site.api.database.inTenant(ACME, (tenant) => markForRecalculation(tenant, [mark], null))
    await site.api.reload(ACME, site.press.workCenterId)
    const now = await read()
    assert.deepEqual(
      [now?.totalOutput, now?.difference, now?.confirmation.unconfirmed.total],
      [(before?.totalOutput ?? 0) + 12, (before?.difference ?? 0) - 12, 0],
    )
    const { acceptedOutput, countedOutput, madeOutput } = await site.order(order.id)
    assert.deepEqual([acceptedOutput, countedOutput?.totalOutput, madeOutput.totalOutput], [460, 0, 460])
    const waiting = await site.done<readonly unknown[]>('outputIIoTs', `?jobOrderIds: [${order.id}]`, '{ id }')
    assert.deepEqual(waiting, [])
  })
})
