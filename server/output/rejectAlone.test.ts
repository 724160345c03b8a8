import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

type ToConfirm = {
  readonly acceptedOutput: number
  readonly rejectedOutput: number
  readonly countingOutputIIoTId: number | null
  readonly mayFollow: boolean
}

describe('a reject that is said alone while the machine counts on (domain.md O-20)', () => {
  let site: OutputSite
  let order: OrderNow
  let burr = 0
  let counting: number | null = null
  const toConfirm = async () =>
    await site.done<ToConfirm>(
      'outputToConfirm',
      `?workCenterId: ${site.press.workCenterId}, jobOrderId: ${order.id}`,
      '{ acceptedOutput rejectedOutput countingOutputIIoTId mayFollow }',
    )
  const rejectOne = (segment: number | null) =>
    `jobOrderId: ${order.id}, cutAtNow: false, rejectedOutput: 1, outputIIoTs: [${segment}], qualityReasons: [{ reasonId: ${burr}, output: 1 }]`
  const query = async <T>(text: string) => (await site.api.database.pool.query(text, [START])).rows as readonly T[]

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(500, 1.5)
    burr = (await site.done<{ id: number }>('createLossReason', 'input: { name: "Burr", category: QUALITY }', '{ id }')).id
    await site.run(1, 20)
  })
  after(() => site.close())

  it('is of the segment that counts, leaves it counting, and what else waits stays to be confirmed', async () => {
    await site.set({ allow_multiple_output_confirmation: true })
    const first = await toConfirm()
    assert.equal(first.mayFollow, true)
    assert.notEqual(first.countingOutputIIoTId, null)
    await site.confirm(rejectOne(first.countingOutputIIoTId))
    await site.confirm(rejectOne(first.countingOutputIIoTId))
    counting = first.countingOutputIIoTId
    assert.deepEqual(await toConfirm(), { ...first, acceptedOutput: first.acceptedOutput - 2 })
    assert.deepEqual(
      await query(
        `select reason_id as reason, sum(quantity)::float8 as units from loss where source = 'OUTPUT' and quantity > 0 and start_at >= $1 group by 1`,
      ),
      [{ reason: burr, units: 2 }],
    )
    await site.run(20, 25)
    const later = await toConfirm()
    assert.equal(later.countingOutputIIoTId, first.countingOutputIIoTId)
    assert.equal(later.acceptedOutput, first.acceptedOutput - 2 + 50)
  })

  it('is refused where a segment is confirmed once: it would use the segment up', async () => {
    await site.set({ allow_multiple_output_confirmation: false })
    const { mayFollow } = await toConfirm()
    assert.equal(mayFollow, false)
    assert.deepEqual(await site.refused('confirmOutput', `workCenterId: ${site.press.workCenterId}, ${rejectOne(counting)}`), [
      'outputIIoTs: SEGMENT_CONFIRMED',
    ])
  })
})
