import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function shiftBoardStories(world: () => World): void {
  test('the board of shifts shows good units, plan, forecast and the longest stop without a reason, turns by keys and cuts nothing off', async () => {
    const page = await world().openPage('/shifts', { companyId: DEMO_COMPANY, width: 390, height: 844 })
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    const board = page.getByRole('region', { name: 'Board of shifts' })
    const tile = board.getByRole('article').first()
    await tile.getByText(/^[\d,—]+ of [\d,—]+ planned$/).waitFor()
    await tile.getByText(/ expected by the end$/).waitFor()
    await tile.getByText(/^(Every stop has a reason|.* · longest without a reason)$/).waitFor()
    await board.getByRole('img', { name: /^Page 1 of \d$/ }).waitFor()
    await page.keyboard.press('Space')
    await board.getByText('Paused').waitFor()
    await page.keyboard.press('ArrowRight')
    await board.getByRole('img', { name: /^Page 2 of \d$/ }).waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it is wider than the screen')
    assert.match(page.url(), /[?&]tv=1/)
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor()
    assert.ok(!page.url().includes('tv='), page.url())
    await page.close()
  })
}
