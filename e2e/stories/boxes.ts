import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { DEMO_COMPANY, type World } from '../world.ts'

export function boxesStories(world: () => World): void {
  test('the demo factory shows twelve live cards', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    await page.getByRole('article').nth(11).waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    assert.equal(await page.getByRole('article').count(), 12)
    await page.close()
  })

  test('a click on a card opens the page of the work center', async () => {
    const { press } = world()
    const page = await world().openPage('/boxes')
    await page.getByRole('link', { name: press.name, exact: true }).click()
    await page.waitForURL(`**/boxes/${press.deviceId}`)
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await page.close()
  })

  test('a status that a device publishes is on the screen without a reload', async (context) => {
    const { device } = world()
    const { page, card } = await openCard(world())
    await device.publish({ values: { POWER: 8 } })
    await card.getByText('Running').waitFor()
    for (const [power, status] of CHANGES) {
      const start = performance.now()
      await device.publish({ values: { POWER: power } })
      await card.getByText(status).waitFor()
      noteTime(context, `${status} shown`, start)
    }
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page', 'the page was loaded again')
    await page.close()
  })

  test('an output pulse changes the output that the card shows', async (context) => {
    const { device } = world()
    const { page, card } = await openCard(world())
    const before = await shownOutput(card)
    await device.publish({ values: { TOTAL_OUTPUT: pulses() } })
    await device.publish({ values: { TOTAL_OUTPUT: pulses() } })
    const start = performance.now()
    const giveUpAt = start + 45_000
    while ((await shownOutput(card)) < before + 1 && performance.now() < giveUpAt) await sleep(5)
    noteTime(context, 'output shown', start)
    assert.ok((await shownOutput(card)) > before, `still ${before}`)
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page', 'the page was loaded again')
    await page.close()
  })

  test('search, order and colour are in the address and survive a reload', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    await page.getByRole('article').nth(11).waitFor()
    const names = (): Promise<string[]> => page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts()
    const all = await names()
    const wanted = all[4] ?? ''
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Z–A' })
    await page.getByRole('radio', { name: 'OEE' }).check()
    await page.waitForURL(/sort=za/)
    await page.waitForURL(/color=oee/)
    assert.deepEqual(
      await names(),
      all.toSorted((left, right) => right.localeCompare(left, 'en')),
    )
    await page.getByRole('searchbox', { name: 'Search work centers' }).fill(wanted)
    await page.waitForURL(/q=/)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    assert.deepEqual(await names(), [wanted])
    assert.equal(await page.getByRole('searchbox', { name: 'Search work centers' }).inputValue(), wanted)
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'za')
    await page.getByRole('searchbox', { name: 'Search work centers' }).fill('no such machine')
    await page.getByText('Work center is not found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('article').nth(11).waitFor()
    await page.close()
  })
}

const CHANGES = [
  [3, 'Small stop'],
  [8, 'Running'],
  [0, 'Stopped'],
  [8, 'Running'],
] as const

let counter = 1000

function pulses(): number {
  counter += 3
  return counter
}

async function openCard(world: World): Promise<{ page: Page; card: Locator }> {
  const page = await world.openPage('/boxes')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: world.press.name, exact: true }) })
  await card.waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor()
  await page.evaluate(`globalThis.storyMark = 'same page'`)
  return { page, card }
}

/** Returns the total output of the card, 0 while it shows none. */
async function shownOutput(card: Locator): Promise<number> {
  const output = card.locator('p b').first()
  return (await output.count()) === 0 ? 0 : Number((await output.innerText()).replace(/\D/g, ''))
}

function noteTime(context: TestContext, what: string, start: number): void {
  context.diagnostic(`${what} after ${Math.round(performance.now() - start)} ms`)
}
