import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { DEMO_COMPANY, type World } from '../world.ts'

/** About what a sheet of A4 has between its margins, in CSS px. */
const SHEET = { width: 718, height: 1040 }

export function printStories(world: () => World): void {
  test('a sheet has its head, tables and light colors, and nothing that is only for a screen', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, colorScheme: 'dark', ...SHEET })
    const cards = page.getByRole('article')
    // A card stands there before it is filled.
    const name = await cards.first().getByRole('heading').filter({ hasText: /\S/ }).first().innerText()
    const address = await cards.first().getByRole('link').first().getAttribute('href')
    const head = page.locator('[data-print="only"]')
    await cards.first().waitFor()
    assert.equal(await head.isVisible(), false, 'the head of the sheet stands on the screen')
    // Its files come while nothing else happens; without them the cards are printed.
    await assertPrintedWhen(page, () => page.getByRole('table', { name: 'Work centers' }).isVisible())
    await assertFits(page)
    assert.equal(await cards.count(), 0, 'cards are printed beside the table')
    assert.match(await head.innerText(), /Demo factory · Work centers/)

    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${address}?tab=shifts&range=yesterday`)
    const shiftCards = page.getByRole('list').filter({ has: page.getByText('Provisional') })
    const table = page.getByRole('table', { name: 'Shifts of the period' })
    await page.getByText(/· 3 shifts/).waitFor()
    assert.equal(await table.isVisible(), false)
    await assertPrinted(page)
    await assertFits(page)
    assert.equal(await table.isVisible(), true, 'shifts are not printed as a table')
    assert.equal(await shiftCards.count(), 0)
    const text = await head.innerText()
    for (const part of [`Demo factory · ${name} · Shifts`, 'Yesterday · ', 'Europe/Warsaw (UTC+', 'Printed '])
      assert.ok(text.includes(part), `${text} does not say ${part}`)
    for (const gone of ['Share', 'Previous period ([)']) assert.equal(await page.getByRole('button', { name: gone }).count(), 0, gone)
    assert.equal(await page.getByRole('link', { name: 'Statistics' }).count(), 0)

    await page.emulateMedia({ media: 'screen' })
    await page.locator('html[data-color-scheme="dark"]').waitFor()
    await page.getByRole('button', { name: 'Previous period ([)' }).waitFor()
    await page.close()
  })
}

async function assertPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.locator('html[data-color-scheme="light"]').waitFor()
  await page.locator('[data-print="only"]').waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible(), false, 'the menu is printed')
  assert.equal(await page.getByRole('banner').getByRole('link').count(), 0, 'the bar of the page is printed')
  assert.equal(await page.getByText('simulated data').isVisible(), false, 'the bar of the demo is printed')
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
}

async function assertPrintedWhen(page: Page, isReady: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    await assertPrinted(page)
    if (await isReady()) return
    await page.emulateMedia({ media: 'screen' })
    await sleep(200)
  }
  assert.fail('the table is not printed')
}

async function assertFits(page: Page): Promise<void> {
  // Fonts and live values come while it is looked at.
  let wide = 0
  for (let tries = 0; tries < 50; tries += 1) {
    wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (wide <= SHEET.width) return
    await sleep(200)
  }
  const widest = await page.evaluate(`[...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > ${SHEET.width} + 1)
    .slice(0, 3).map((element) => element.outerHTML.slice(0, 120)).join(' ')`)
  assert.fail(`${wide} px do not fit a sheet: ${String(widest)}`)
}
