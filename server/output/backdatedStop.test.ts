import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { untilRecalculated } from '#server/testing/stoppedPress.ts'

describe('an order that was stopped earlier than somebody said so', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
  })
  after(() => site.close())

  it('keeps what was made until then; output from then on has no order (J-3)', async () => {
    await site.run(0, 1)
    const order = await site.startOrder(1000, 1.5)
    await site.run(1, 21)
    assert.equal((await site.order(order.id)).madeOutput.totalOutput, 200)
    const at = START + 11.5 * MINUTE_MS
    await site.done('stopJobOrder', `id: ${order.id}, at: "${new Date(at).toISOString()}"`, '{ id }')
    await untilRecalculated(site.api.database, site.press)
    const made = (await site.order(order.id)).madeOutput.totalOutput
    const args = `?workCenterIds: [${site.press.workCenterId}], enabledForConfirmation: false`
    const segments = await site.done<
      readonly { readonly timeStart: string; readonly totalOutput: number; readonly productionOrders: readonly { readonly id: number }[] }[]
    >('outputIIoTs', args, '{ timeStart totalOutput productionOrders { id } }')
    const since = segments.filter(({ timeStart }) => Date.parse(timeStart) >= at)
    assert.deepEqual(
      since.flatMap(({ productionOrders }) => productionOrders),
      [],
    )
    const unowned = since.reduce((sum, { totalOutput }) => sum + totalOutput, 0)
    assert.deepEqual([made, unowned, made + unowned], [100, 100, 200])
  })
})
