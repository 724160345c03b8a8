import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

suite('a count of several orders is divided by a posting each, with one cut', () => {
  let site: OutputSite
  let orders: readonly [OrderNow, OrderNow]

  before(async () => {
    site = await startOutputSite()
    const first = await site.startOrder(1000, 0)
    const input = `status: PLANNED, productId: ${await item()}, workCenterId: ${site.press.workCenterId}, planOutput: 500, planCycleTime: 6`
    const second = await site.done<OrderNow>('createJobOrder', `input: { ${input} }`, '{ id }')
    await site.done('startJobOrder', `id: ${second.id}, at: "${iso(0)}", running: KEEP`, '{ id }')
    orders = [first, await site.order(second.id)]
  })
  after(() => site.close())

  const iso = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
  const item = async () => (await site.done<{ items: { id: number }[] }>('itemsPages', '?page: 1', '{ items { id } }')).items[0]?.id ?? 0
  const sheet = (id: number) =>
    site.done<{ totalOutput: number; isShared: boolean; together: { id: number }[]; countedTo: string }>(
      'outputToConfirm',
      `?workCenterId: ${site.press.workCenterId}, jobOrderId: ${id}`,
      '{ totalOutput isShared together { id } countedTo }',
    )

  test('both get what people say is theirs, of what was counted up to the one cut, though the machine goes on', async () => {
    const [first, second] = orders
    await site.run(0, 15)
    const asked = await sheet(first.id)
    assert.deepEqual([asked.totalOutput, asked.isShared, asked.together.map(({ id }) => id)], [150, true, [first.id, second.id]])
    const shared = async (id: number) =>
      (
        await site.done<{ countedOutput: unknown; sharedCountedOutput: unknown }>(
          'jobOrder',
          `?id: ${id}`,
          '{ countedOutput { totalOutput } sharedCountedOutput { totalOutput acceptedOutput rejectedOutput jobOrderIds } }',
        )
      ).sharedCountedOutput
    const together = (total: number) => ({
      totalOutput: total,
      acceptedOutput: total,
      rejectedOutput: 0,
      jobOrderIds: [first.id, second.id],
    })
    assert.deepEqual([await shared(first.id), await shared(second.id)], [together(150), together(150)])
    const confirm = (id: number, accepted: number) =>
      site.confirm(`jobOrderId: ${id}, acceptedOutput: ${accepted}, rejectedOutput: 0, cutAtNow: true, cutAt: "${asked.countedTo}"`)
    await confirm(first.id, 100)
    assert.deepEqual(await shared(second.id), together(50))
    await site.run(15, 17)
    await confirm(second.id, 50)
    const [one, other] = [await site.order(first.id), await site.order(second.id)]
    assert.deepEqual([one.acceptedOutput, other.acceptedOutput], [100, 50])
    // What came after the cut waits for the next division.
    assert.equal((await sheet(second.id)).totalOutput, 20)
    assert.deepEqual(await shared(first.id), together(20))
  })

  test('one that is closed ends what waits, and keeps nobody from saying what was made of the other', async () => {
    const [first, second] = orders
    const before = await site.order(second.id)
    const asked = await sheet(first.id)
    assert.equal(asked.totalOutput, 20)
    await site.confirm(
      `jobOrderId: ${first.id}, acceptedOutput: 5, rejectedOutput: 0, cutAtNow: true, cutAt: "${asked.countedTo}", closeAfterConfirmation: true`,
    )
    type Segment = { readonly id: number; readonly isClosed: boolean; readonly difference: number }
    const closed = async () => {
      const all = await site.done<readonly Segment[]>(
        'outputIIoTs',
        `?jobOrderIds: [${first.id}], enabledForConfirmation: false`,
        '{ id isClosed difference }',
      )
      return all.find(({ isClosed }) => isClosed) ?? assert.fail('no segment is closed')
    }
    const { id, difference } = await closed()
    assert.equal(difference, -15)
    // Nobody is asked for the rest again.
    assert.equal((await sheet(second.id)).totalOutput, 0)
    const named = (order: number, accepted: number) =>
      `workCenterId: ${site.press.workCenterId}, jobOrderId: ${order}, acceptedOutput: ${accepted}, rejectedOutput: 0, outputIIoTs: [${id}]`
    assert.deepEqual(await site.refused('confirmOutput', named(first.id, 1)), ['outputIIoTs: SEGMENT_CONFIRMED'])
    await site.done('confirmOutput', named(second.id, 12), '{ id }')
    assert.equal((await site.order(second.id)).acceptedOutput, before.acceptedOutput + 12)
    // What both said stands; it is said once of each.
    assert.equal((await closed()).difference, -3)
    assert.deepEqual(await site.refused('confirmOutput', named(second.id, 1)), ['outputIIoTs: SEGMENT_CONFIRMED'])
  })
})
