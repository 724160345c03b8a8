import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBy, until } from '../browser.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function paletteStories(world: () => World): void {
  test('the palette finds a work center by a few letters, and Enter opens it', async () => {
    const { press } = world()
    const page = await ready(world())
    await openPalette(page)
    await assertAccessible(page)
    await page.keyboard.type('prs 1')
    await page.getByRole('option', { name: press.name }).and(page.locator('[aria-selected="true"]')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/boxes/${press.deviceId}`)
    await page.close()
  })

  test('the palette changes the language without a reload, and says how much it found', async () => {
    const page = await ready(world())
    await page.evaluate(`globalThis.storyMark = 'same page'`)
    await openPalette(page)
    await page.keyboard.type('zbek')
    await page.getByRole('dialog').getByRole('status').getByText('1 result', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ish markazlari' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'uz')
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zzzz')
    await page.getByRole('dialog').getByText('Hech narsa topilmadi').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.close()
  })

  test('arrows choose in the palette, and the choice of a row height stays in this browser', async () => {
    const page = await ready(world())
    await openPalette(page)
    await page.keyboard.type('gloves')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.documentElement.dataset.density'), 'glove')
    assert.equal(await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--row').trim()`), '64px')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.dataset.density'), 'glove')
    await page.close()
  })

  test('keys without Ctrl help and lead to pages, never from a field, and can be switched off', async () => {
    const { press } = world()
    const page = await ready(world(), `/boxes/${world().press.deviceId}`, press.name)
    await openBy(page, '?', page.getByRole('dialog', { name: 'Help' }))
    await page.getByRole('button', { name: 'Keyboard' }).click()
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search work centers' })
    await search.fill('')
    await search.press('?')
    await search.press('g')
    await search.press('p')
    assert.equal(await search.inputValue(), '?gp')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await search.fill('')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Keyboard' }).click()
    for (const what of ['Next and previous row', 'Previous and next period', 'Next stop without a reason'])
      await page.getByText(what, { exact: true }).waitFor()
    const lines = await page.getByRole('dialog').locator('dt').allTextContents()
    assert.deepEqual(
      lines.filter((line, at) => lines.indexOf(line) !== at),
      [],
    )
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const key of ['?', 'g', 'p', '/']) await page.keyboard.press(key)
    assert.equal(new URL(page.url()).pathname, '/boxes')
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
    await openPalette(page)
    await page.close()
  })
}

async function ready(world: World, path = '/boxes', heading = 'Work centers'): Promise<Page> {
  const page = await world.openPage(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return page
}

async function openPalette(page: Page): Promise<void> {
  await openBy(page, 'Control+k', page.getByRole('combobox', { name: 'Work center, page, language, company…' }))
  await until(page, `document.activeElement.getAttribute('role') === 'combobox'`)
}
