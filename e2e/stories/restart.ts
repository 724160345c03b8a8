import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world.ts'

export function restartStories(world: () => World): void {
  test('a restart of the server is shown, then the page is live again by itself', async (context) => {
    const { product, press, device } = world()
    const page = await world().openPage('/boxes')
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: press.name, exact: true }) })
    await card.getByText('Running').waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.evaluate(`globalThis.storyMark = 'same page'`)

    const { code, ms } = await product.stop()
    assert.equal(code, 0)
    await page.getByText('Reconnecting…').first().waitFor()
    assert.ok(await card.isVisible(), 'the last known state went away')
    const startMs = await product.start()
    const start = performance.now()
    await page.getByText('Live', { exact: true }).first().waitFor()
    context.diagnostic(
      `stopped in ${Math.round(ms)} ms, started in ${Math.round(startMs)} ms, live ${Math.round(performance.now() - start)} ms later`,
    )

    await publishWhenConnected(device.publish)
    await card.getByText('Small stop').waitFor()
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page', 'the page was loaded again')
    await page.close()
  })
}

/** A device keeps its message until the broker is back. */
async function publishWhenConnected(publish: World['device']['publish']): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const isDone = await publish({ values: { POWER: 3 } }).then(
      () => true,
      () => false,
    )
    if (isDone) return
    await sleep(500)
  }
  assert.fail('the device could not publish after the restart')
}
