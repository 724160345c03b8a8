import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

describe('a stroke that makes a piece of every order', () => {
  let site: OutputSite
  let first: OrderNow
  let second: OrderNow

  before(async () => {
    site = await startOutputSite()
    await site.set({ parallel_mode: 'SIMULTANEOUS' })
    await site.run(0, 1)
    first = await site.startOrder(500, 1.5)
    const input = `status: PLANNED, productId: 1, workCenterId: ${site.press.workCenterId}, planOutput: 500, planCycleTime: 12`
    second = await site.done<OrderNow>('createJobOrder', `input: { ${input} }`, '{ id }')
    await site.done('startJobOrder', `id: ${second.id}, at: "${new Date(START + 1.5 * MINUTE_MS).toISOString()}", running: KEEP`, '{ id }')
    await site.run(1, 16)
  })
  after(() => site.close())

  const figures = async (id: number) => {
    const { acceptedOutput, countedOutput, madeOutput } = await site.order(id)
    return [acceptedOutput, countedOutput?.totalOutput, madeOutput.totalOutput]
  }

  it('counts for each of them, and one that is confirmed leaves the other as it was (O-16)', async () => {
    assert.deepEqual(await figures(first.id), [0, 150, 150])
    assert.deepEqual(await figures(second.id), [0, 150, 150])
    const rows = await site.confirm(`jobOrderId: ${first.id}, acceptedOutput: 150, cutAtNow: true`)
    assert.deepEqual(
      rows.map(({ output, difference }) => [output, difference]),
      [[150, 0]],
    )
    assert.deepEqual(await figures(first.id), [150, 0, 150])
    assert.deepEqual(await figures(second.id), [0, 150, 150])
    // All of it is confirmed of the first one, whatever waits of the other.
    await site.api.database.pool.query('update job_order set plan_output = 150 where id = $1', [first.id])
    await site.done('closeJobOrder', `id: ${first.id}`, '{ id }')
    assert.equal((await site.order(first.id)).status, 'COMPLETED')
    const others = await site.confirm(`jobOrderId: ${second.id}, acceptedOutput: 145, rejectedOutput: 5`)
    assert.deepEqual(
      others.map(({ output, difference }) => [output, difference]),
      [
        [145, -5],
        [5, 5],
      ],
    )
    assert.deepEqual(await figures(second.id), [145, 0, 150])
  })
})
