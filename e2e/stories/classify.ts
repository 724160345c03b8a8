import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Machine } from '../device.ts'
import type { PageOptions, World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** The machine's stops, in minutes before now. */
const STOPS = [110, 80, 50, 20].map((from) => ({ from, to: from - 10 }))

/** More than a busy machine takes to fold in what was said. */
const SETTLED_MS = 60_000

/** Longer than the bar that offers to undo stays. */
const OFFERED_MS = 10_000

export function classifyStories(world: () => World): void {
  // Other stories count the work centers of the company: this one comes when it is needed.
  let added: Promise<Machine> | null = null
  const machineOf = () => (added ??= addStoppedMachine(world(), 'Press with stops', STOPS))
  const open = async (options: PageOptions = {}) => {
    const machine = await machineOf()
    const page = await world().openPage(`/boxes/${machine.deviceId}`, options)
    await stopsOf(page)
      .getByRole('button', { name: /^(Give reason|Change)/ })
      .nth(STOPS.length - 1)
      .waitFor()
    return page
  }

  test('a stop gets its reason in two clicks, the drawer tells it, and it can be taken back', async () => {
    const page = await open()
    const stops = stopsOf(page)
    const count = await giving(stops).count()
    await giving(stops).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Breakdown' }).waitFor()
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    await page.getByText('Saved: Breakdown').waitFor()
    // The drawer goes on to the next stop.
    await panel.getByText('Without a reason', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await stops.getByRole('link', { name: 'Breakdown' }).waitFor()
    assert.equal(await giving(stops).count(), count - 1)

    await page.getByRole('button', { name: /^Availability .*why this number/i }).click()
    const losses = panel.locator('dl > div').filter({ has: page.locator('dt', { hasText: /^Availability losses/ }) })
    await losses
      .getByRole('button', { name: /^Show \d+ intervals?$/ })
      .first()
      .click()
    await losses.getByRole('link', { name: 'Breakdown' }).waitFor()
    await losses.getByText(/Off · [^·]+, \d\d:\d\d/).waitFor()
    await panel.getByText('So far – shift still running').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    await page
      .getByRole('button', { name: 'Undo' })
      .or(stops.getByRole('button', { name: /^Change: Breakdown/ }))
      .first()
      .waitFor()
    await takeBack(page, stops)
    await stops.getByRole('link', { name: 'Breakdown' }).waitFor({ state: 'detached' })
    assert.equal(await giving(stops).count(), count)
    await page.close()
  })

  test('what was saved and other messages stand one above the other in one look', async () => {
    const page = await open()
    const { workCenterId } = await machineOf()
    const { length: count } = await unexplainedIds(world(), workCenterId)
    await giving(stopsOf(page)).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Breakdown' }).click()
    await page.keyboard.press('Escape')
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
    // It stays as long as it has the focus.
    await undo.focus()
    const saved = page.locator('[role=status] > div', { hasText: 'Saved: Breakdown' })
    const copied = page.locator('[role=status] > div', { hasText: /Copied|Copy failed/ })
    await copied.waitFor()
    const [one, other] = [await saved.boundingBox(), await copied.boundingBox()]
    assert.ok(one !== null && other !== null)
    assert.ok(other.y + other.height <= one.y, 'they cover each other')
    assert.deepEqual([other.x, other.width], [one.x, one.width])
    assert.equal(await copied.getAttribute('class'), await saved.getAttribute('class'))
    await undo.press('Enter')
    await page.getByText(/^Undone/).waitFor()
    // It shows before it is sent, and a page that is closed sends nothing.
    await untilSo(async () => (await unexplainedIds(world(), workCenterId)).length === count)
    await page.close()
  })

  test('the keyboard goes from stop to stop on the timeline and gives one its reason', async () => {
    const page = await open()
    const lane = page.getByRole('listbox', { name: 'Shift timeline' })
    await lane.focus()
    await page.keyboard.press('End')
    const active = lane.getByRole('option')
    for (let step = 0; step < 20 && !(await active.innerText()).includes('Without a reason'); step++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog')
    const search = panel.getByRole('searchbox', { name: 'Search reasons' })
    await search.waitFor()
    assert.ok(await search.evaluate((element) => element.matches(':focus')), 'the search has not the focus')
    await page.keyboard.type('no op')
    await page.keyboard.press('Enter')
    await page.getByText('Saved: No operator').waitFor()
    await panel.getByText('Without a reason', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await stopsOf(page).getByRole('link', { name: 'No operator' }).waitFor()
    assert.ok(await lane.evaluate((element) => element.matches(':focus')), 'the focus did not come back to the timeline')
    await page.close()
  })

  test('on a phone a stop gets its reason in two taps, the timeline opens what is tapped, and nothing is wider than the screen', async () => {
    const page = await open({ width: 390, height: 844, hasTouch: true })
    const stops = stopsOf(page)
    await giving(stops).first().tap()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'No material' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await panel.getByRole('button', { name: 'No material' }).tap()
    await page.getByText('Saved: No material').waitFor()
    await stops.getByRole('link', { name: 'No material' }).waitFor()

    const now = Date.now()
    const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString()
    await page.goto(`/boxes/${(await machineOf()).deviceId}?tab=history&from=${minutesAgo(130)}&to=${minutesAgo(70)}`)
    const losses = page.getByRole('listbox', { name: 'Losses' })
    await losses.getByRole('option', { name: /^Without a reason · Off/ }).waitFor({ state: 'attached' })
    const { width } = (await losses.boundingBox()) ?? { width: 0 }
    // The middle of the first stop, an hour wide.
    await losses.tap({ position: { x: (width * (130 - 105)) / 60, y: 14 } })
    await panel
      .getByText(/10 min/)
      .first()
      .waitFor()
    await page.close()
  })

  test('who is slower is told what somebody else chose, and loses nothing', async () => {
    const page = await open()
    const stops = stopsOf(page)
    await untilSettled(world(), (await machineOf()).workCenterId, stops)
    await giving(stops).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Comment').fill('Belt torn')
    await setReasonElsewhere(world(), (await machineOf()).workCenterId)
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    // The drawer is at the next stop by then.
    await panel.getByRole('button', { name: 'Look at it' }).click()
    await panel.getByText(/set “Cleaning” at/).waitFor()
    assert.equal(await panel.getByLabel('Comment').inputValue(), 'Belt torn')
    await panel.getByRole('button', { name: 'Replace with “Breakdown”' }).click()
    await page.getByText('Saved: Breakdown').waitFor()
    await stops.getByText('Belt torn').waitFor()
    await page.close()
  })
}

const stopsOf = (page: Page): Locator => page.getByRole('region', { name: 'Stops of this shift' })
const giving = (stops: Locator): Locator => stops.getByRole('button', { name: /^Give reason/ })

/** By the bar that offers it, or when that has gone by the drawer: both lead back. */
async function takeBack(page: Page, stops: Locator): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' })
  const isOffered = await undo.click({ timeout: OFFERED_MS }).then(
    () => true,
    () => false,
  )
  if (isOffered) return
  await stops.getByRole('button', { name: /^Change: Breakdown/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove reason' }).click()
}

type OpenLosses = { readonly lossesPages: { readonly items: readonly { readonly id: number }[] } }

/** Returns the stops without a reason as the server lists them, newest first. */
async function unexplainedIds({ api }: World, workCenterId: number): Promise<readonly number[]> {
  const { lossesPages } = await api<OpenLosses>(
    `query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], issues: NO_REASON, source: STATUS }) { items { id } } }`,
    { id: workCenterId },
  )
  return lossesPages.items.map(({ id }) => id)
}

/** Resolves when the list of the page has as many stops without a reason as the server: what another story said may still be folded in. */
async function untilSettled(world: World, workCenterId: number, stops: Locator): Promise<void> {
  await untilSo(async () => (await unexplainedIds(world, workCenterId)).length === (await giving(stops).count()))
}

/** Resolves once it is so. */
async function untilSo(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + SETTLED_MS
  while (!(await isSo())) {
    assert.ok(performance.now() < giveUpAt, 'the server never had what the page said')
    await sleep(200)
  }
}

/** Somebody else says "Cleaning" of the newest stop without a reason. */
async function setReasonElsewhere(world: World, workCenterId: number): Promise<void> {
  const { lossCategories } = await world.api<{ lossCategories: readonly { name: string; code: string }[] }>(
    'query ($id: Int!) { lossCategories(workCenterId: $id) { name code } }',
    { id: workCenterId },
  )
  const code = lossCategories.find(({ name }) => name === 'Cleaning')?.code
  const [id] = await unexplainedIds(world, workCenterId)
  assert.ok(code !== undefined && id !== undefined, 'there is no stop without a reason, or no such reason')
  await world.api('mutation ($input: UpdateLossInput!) { updateLoss(input: $input) { id } }', { input: { id, categoryCode: code } })
}
