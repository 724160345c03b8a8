import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openContext, signIn } from '../browser.ts'
import type { World } from '../world.ts'

export function companyStories(world: () => World): void {
  test('a person of two companies switches between them and sees only the work centers of one', async () => {
    const { browser, product, press } = world()
    const context = await openContext(browser, product.url)
    const page = await context.newPage()
    await signIn(page)
    await page.getByRole('article').nth(11).waitFor()
    assert.equal(await page.getByRole('link', { name: press.name, exact: true }).count(), 0)

    await page.getByRole('button', { name: /Profile menu/ }).click()
    await page.getByRole('menuitemradio', { name: 'Switch to Acme Works' }).click()
    await page.getByRole('link', { name: press.name, exact: true }).waitFor()
    assert.equal(await page.getByRole('article').count(), 1)
    assert.match(await page.title(), /Acme Works/)
    await context.close()
  })
}
