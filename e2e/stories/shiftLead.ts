import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** In minutes before now. The last one goes on. */
const STOPS = [
  { from: 110, to: 100 },
  { from: 80, to: 70 },
  { from: 15, to: -1 },
]
const TABLET = { width: 1280, height: 800, hasTouch: true } as const

export function shiftLeadStories(world: () => World): void {
  test('which machine needs somebody is seen without a tap, and stop after stop gets its reason with one each', async () => {
    await addStoppedMachine(world(), 'Running mill', [])
    await addStoppedMachine(world(), 'Standing mill', STOPS)
    const tv = await world().openPage('/boxes?tv=1&q=mill', { width: 1920, height: 1080 })
    await tv.getByRole('article').nth(1).waitFor()
    await tv.getByRole('article').first().getByText('Standing mill').waitFor()
    await tv.close()

    const page = await world().openPage('/boxes?sort=statusDown&q=mill', TABLET)
    await page.getByRole('article').nth(1).waitFor()
    await page.getByRole('article').first().getByRole('link', { name: 'Standing mill' }).waitFor()
    const waiting = await countWaiting(world())
    let taps = 0
    const tap = async (what: ReturnType<typeof page.locator>) => {
      await what.tap()
      taps += 1
    }
    await tap(page.getByRole('navigation').getByRole('link', { name: 'Losses', exact: true }))
    await page.getByRole('heading', { level: 1, name: 'Losses' }).waitFor()
    // What waits stands first, the newest ahead, and the drawer goes on to the next by itself.
    await tap(page.getByRole('button', { name: 'Give reason' }).first())
    const panel = page.getByRole('dialog')
    for (const done of [1, 2, 3]) {
      await panel.getByRole('button', { name: 'Breakdown', exact: true }).waitFor()
      await tap(panel.getByRole('button', { name: 'Breakdown', exact: true }))
      await untilLeft(world(), waiting - done)
    }
    // The list, the first of them, and one each.
    assert.equal(taps, 1 + 1 + STOPS.length)
    await page.close()
  })
}

/** Returns how many stops of all machines wait for a reason. */
async function countWaiting({ api }: World): Promise<number> {
  const { lossesPages } = await api<{ lossesPages: { totalItems: number } }>(
    '{ lossesPages(filter: { issues: NO_REASON, source: STATUS }) { totalItems } }',
  )
  return lossesPages.totalItems
}

/** Resolves when so many stops wait for a reason. */
async function untilLeft(world: World, left: number): Promise<void> {
  const giveUpAt = performance.now() + 45_000
  for (;;) {
    const count = await countWaiting(world)
    if (count === left) return
    assert.ok(performance.now() < giveUpAt, `${count} wait for a reason, not ${left}`)
    await sleep(200)
  }
}
