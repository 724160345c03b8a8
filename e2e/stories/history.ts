import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../browser.ts'
import { typeDate } from '../fields.ts'
import type { Machine } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

const STOPS = [90, 60, 30]
const STOP_MINUTES = 8

/** The history of a machine and the period of its page, walked through on one page. */
export function historyStories(world: () => World): void {
  let page: Page | null = null
  let machine: Machine | null = null
  const opened = () => {
    if (page === null) throw new Error('the page is not open')
    return page
  }
  const lane = () => opened().getByRole('listbox', { name: 'Statuses' })
  const current = (tab: string) =>
    until(opened(), `document.querySelector('nav a[aria-current="page"][aria-keyshortcuts]')?.textContent === '${tab}'`)

  test('tabs are links with keys, and the period goes with them, also over a reload', async () => {
    machine = await addStoppedMachine(
      world(),
      'Press with a past',
      STOPS.map((from) => ({ from, to: from - STOP_MINUTES })),
    )
    page = await world().openPage(`/boxes/${machine.deviceId}`)
    await page.getByRole('heading', { level: 1, name: machine.name }).waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await lane().waitFor()
    await current('History')
    await page.getByRole('button', { name: /^Current shift/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Last 2 days' }).click()
    await until(page, `new URLSearchParams(location.search).get('range') === 'last2'`)
    await page.keyboard.press('3')
    await current('Shifts')
    await page.reload()
    await page.getByRole('button', { name: /^Last 2 days/ }).waitFor()
    await page.keyboard.press('2')
    await current('History')
    await page.keyboard.press('[')
    await until(page, `new URLSearchParams(location.search).has('from')`)
    await page.keyboard.press(']')
    await page.keyboard.press('t')
    await page.getByRole('button', { name: /^Today/ }).waitFor()
  })

  test('a period is typed, and what cannot be one is told with what can', async () => {
    const shown = opened()
    await shown.getByRole('button', { name: /^Today/ }).click()
    const dialog = shown.getByRole('dialog')
    await typeDate(dialog, 'From', '03051999')
    await dialog.getByText(/^Enter a date such as \d+ \w+ 20\d\d or .* 14:00, from 1 Jan 2000 to /).waitFor()
    await typeDate(dialog, 'From', '03052026')
    await typeDate(dialog, 'To', '03082026')
    await dialog.getByText('At most 31 days after 3 May 2026').waitFor()
    await typeDate(dialog, 'To', '04052026')
    await assertAccessible(shown)
    await dialog.getByRole('group', { name: 'To', exact: true }).getByRole('spinbutton').first().focus()
    await shown.keyboard.press('Enter')
    await shown.getByRole('button', { name: /^3 May – 4 May 2026/ }).waitFor()
    await shown.getByText('No data in this period').waitFor()
  })

  test('the keyboard alone zooms the timeline, selects a segment, finds a stop without a reason and asks for one', async () => {
    const shown = opened()
    await shown.goto(`/boxes/${machine?.deviceId}?tab=history`)
    await lane().waitFor()
    await assertAccessible(shown)
    await until(shown, `document.querySelectorAll('[role="listbox"]').length >= 2`)
    await lane().focus()
    await shown.keyboard.press('+')
    await shown.getByRole('button', { name: 'Whole period' }).waitFor()
    await shown.keyboard.press('Shift+ArrowLeft')
    await until(shown, `document.activeElement.querySelector('[role="option"]')?.textContent.includes('Without a reason')`)
    await shown.keyboard.press('r')
    await shown.getByRole('dialog').getByRole('button', { name: 'Breakdown' }).waitFor()
    await shown.keyboard.press('Escape')
    const tips = shown.locator('[data-tip]:visible')
    await hoverLoss(shown, tips)
    await lane().focus()
    assert.equal(await tips.count(), 1, 'two tips stand over each other')
    await shown.keyboard.press('Enter')
    await shown.getByRole('dialog').waitFor()
    assert.equal(await tips.count(), 0, 'a tip stays under the drawer')
    await shown.getByRole('dialog').getByRole('button', { name: 'Zoom to this' }).waitFor()
    assert.match(new URL(shown.url()).searchParams.get('sel') ?? '', /^\d+$/)
    await shown.keyboard.press('Escape')
    await until(shown, `!new URLSearchParams(location.search).has('sel')`)
  })

  test('the lanes show what was said of a stop before the server has answered', async () => {
    const added = await addStoppedMachine(world(), 'Press said of', [{ from: 30, to: 20 }])
    const shown = await world().openPage(`/boxes/${added.deviceId}?tab=history`)
    const statuses = shown.getByRole('listbox', { name: 'Statuses' })
    await statuses.waitFor()
    await until(shown, `document.querySelectorAll('[role="listbox"]').length >= 2`)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await shown.route(/graphql/, async (route) => {
      if (route.request().postData()?.includes('updateLoss(') === true) await answered
      await route.continue()
    })
    const active = `document.querySelector('[role="listbox"]').querySelector('[role="option"]')?.textContent ?? ''`
    await statuses.focus()
    await shown.keyboard.press('Shift+ArrowLeft')
    await until(shown, `(${active}).includes('Without a reason')`)
    await shown.keyboard.press('r')
    await shown.getByRole('dialog').getByRole('button', { name: 'Breakdown' }).click()
    await until(shown, `(${active}).includes('Breakdown')`)
    answer()
    await shown.getByText('Saved: Breakdown').waitFor()
    assert.equal(String(await shown.evaluate(active)).includes('Breakdown'), true)
    await shown.close()
  })

  test('the table and its file have the same rows as the lane', async () => {
    const shown = opened()
    await shown.getByRole('button', { name: 'Show as table' }).click()
    const status = shown.getByRole('status').filter({ hasText: /^\d+ rows?$/ })
    await status.waitFor()
    const count = Number.parseInt(await status.innerText(), 10)
    assert.ok(count >= STOPS.length * 2, `only ${count} rows`)
    const rows = shown.getByRole('table').getByRole('row')
    assert.equal(await rows.count(), count + 1)
    await shown.getByRole('button', { name: 'Duration' }).click()
    assert.equal((await shown.locator('th[aria-sort="ascending"]').innerText()).replaceAll(/\s+/g, ' '), 'Duration ↑')
    const [download] = await Promise.all([shown.waitForEvent('download'), shown.getByRole('button', { name: 'Download CSV' }).click()])
    assert.match(download.suggestedFilename(), /^history_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_press-with-a-past\.csv$/)
    const text = (await buffer(await download.createReadStream())).toString()
    assert.ok(text.startsWith('\uFEFF'), 'no byte order mark')
    assert.equal(text.trim().split('\r\n').length, count + 1)
  })

  test('the history fits a phone', async () => {
    const shown = opened()
    await shown.setViewportSize({ width: 390, height: 844 })
    await shown.goto(`/boxes/${machine?.deviceId}?tab=history&range=last7`)
    await lane().waitFor()
    assert.ok((await shown.evaluate<number>('document.documentElement.scrollWidth')) <= 390, 'the page scrolls sideways')
    await shown.getByRole('button', { name: 'Actions' }).click()
    await shown.getByRole('menuitem', { name: 'Copy link (fixed dates)' }).waitFor()
    await shown.close()
  })
}

/** Moves the pointer along the losses until it is over one, whose tip is then shown. */
async function hoverLoss(page: Page, tips: Locator): Promise<void> {
  const losses = page.getByRole('listbox', { name: 'Losses' })
  const { width = 0 } = (await losses.boundingBox()) ?? {}
  for (let x = width - 2; x > 0 && (await tips.count()) === 0; x -= 3) await losses.hover({ position: { x, y: 10 } })
  assert.equal(await tips.count(), 1, 'no loss has a tip')
}
