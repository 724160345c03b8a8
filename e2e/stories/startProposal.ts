import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { addMachine, connectDevice } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { setShifts } from './stoppedMachine.ts'

const PATIENCE_MS = 60_000
const STOP = { from: 30, to: 20 }

/** The story of an operator who forgot to say that the next order began. */
export function startProposalStory(world: () => World): void {
  test('a machine at the pace of the next order asks whether it began, and one tap starts it since the stop', async () => {
    const { deviceId, next, stopAt } = await machineOfOtherPace(world())
    const page = await world().openPage(`/boxes/${deviceId}`)
    await page.getByText(/^PP-2 seems to have started at /).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: /^Start PP-2 since / }).click()
    await page.getByText(/^PP-2 seems to have started at /).waitFor({ state: 'detached' })
    const giveUpAt = performance.now() + PATIENCE_MS
    for (;;) {
      const { jobOrder } = await world().api<{ jobOrder: { status: string; runs: readonly { timeStart: string }[] } }>(
        'query ($id: Int!) { jobOrder(id: $id) { status runs { timeStart } } }',
        { id: next },
      )
      if (jobOrder.status === 'PROGRESS') {
        assert.ok(Math.abs(Date.parse(jobOrder.runs[0]?.timeStart ?? '') - stopAt) <= MINUTE_MS, 'it did not begin with the stop')
        break
      }
      assert.ok(performance.now() < giveUpAt, 'the order that began is not in progress')
      await sleep(100)
    }
    await page.close()
  })
}

/** A machine that made one order until it stopped for ten minutes, and since then has had the pace of the next one. */
async function machineOfOtherPace(world: World): Promise<{ readonly deviceId: string; readonly next: number; readonly stopAt: number }> {
  const machine = await addMachine(world.product, world.api, 'Paced press')
  const { workCenterId, deviceId } = machine
  const now = Date.now()
  const clock = (hours: number) => `${new Date(now + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  await setShifts(
    world,
    workCenterId,
    [
      { code: 'A', name: 'Around', timeStart: clock(-6), timeEnd: clock(6) },
      { code: 'B', name: 'Beyond', timeStart: clock(6), timeEnd: clock(-6) },
    ],
    now - 2 * 24 * HOUR_MS,
  )
  const { createOrUpdateItem: item } = await world.api<{ createOrUpdateItem: { id: number } }>(
    'mutation { createOrUpdateItem(input: { name: "PP-ITEM", sku: "PP-ITEM", measureUnitId: 1 }) { id } }',
  )
  const plan = async (orderCode: string, cycle: number) =>
    (
      await world.api<{ createJobOrder: { id: number } }>(
        `mutation ($code: String!, $item: Int!, $place: Int!, $cycle: Decimal) { createJobOrder(input: { orderCode: $code, status: PLANNED,
          productId: $item, workCenterId: $place, planOutput: 500, planCycleTime: $cycle }) { id } }`,
        { code: orderCode, item: item.id, place: workCenterId, cycle },
      )
    ).createJobOrder.id
  const [first, next] = [await plan('PP-1', 15), await plan('PP-2', 28)]
  const device = await connectDevice(world.product, machine)
  let total = 0
  const samples = []
  // Two each half minute before the stop, one each behind it.
  for (let before = 60; before >= 0; before -= 0.5) {
    const isStopped = before <= STOP.from && before > STOP.to
    if (!isStopped) total += before > STOP.from ? 2 : 1
    samples.push({ at: now - before * MINUTE_MS, values: { POWER: isStopped ? 0 : 8, TOTAL_OUTPUT: total } })
  }
  await device.publish(...samples)
  await device.end()
  await world.api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', {
    id: first,
    at: new Date(now - 50 * MINUTE_MS).toISOString(),
  })
  // What is asked before all of it is folded and stored is asked again a minute later.
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const { orderStartProposals } = await world.api<{ orderStartProposals: { proposal: object | null } }>(
      'query ($id: Int!) { orderStartProposals(workCenterId: $id) { proposal { at } } }',
      { id: workCenterId },
    )
    if (orderStartProposals.proposal !== null) break
    assert.ok(performance.now() < giveUpAt, 'nothing is proposed')
    await sleep(100)
  }
  return { deviceId, next, stopAt: now - STOP.from * MINUTE_MS }
}
