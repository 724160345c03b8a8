import { test } from 'node:test'
import type { World } from '../world.ts'
import { openBy } from '../browser.ts'
import { assertAccessible } from './accessibility.ts'

/** Stories about asking the provider, and about finding the answer without. */
export function supportStories(world: () => World): void {
  test('help beside a page tells its answers, finds others without the server, and a refusal leads to its answer', async () => {
    const page = await world().openPage('/losses')
    await page.getByRole('heading', { level: 1, name: 'Losses' }).waitFor()
    const help = page.getByRole('dialog', { name: 'Help' })
    await openBy(page, '?', help)
    await help.getByText('About this page').waitFor()
    await page.context().setOffline(true)
    await help.getByRole('searchbox').fill('pasword reset')
    await help.locator('details[open]').getByText('Choose the password reset', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.context().setOffline(false)
    await page.goto('/faq?code=TOO_MANY_REPORTS')
    await page.getByRole('heading', { level: 2, name: 'What to do' }).waitFor()
    await page.getByRole('region', { name: 'What to do' }).getByText('This protects everybody.', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('somebody asks support, sees before what goes with it, adds to the question and closes it', async () => {
    const page = await world().openPage('/support')
    await page.getByText('No questions yet').waitFor()
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('This is a required field').waitFor()
    await page.getByLabel('Your question').fill('The press shows no output')
    await page.getByLabel('How urgent?').selectOption({ label: 'Work stands still' })
    await page.getByLabel('Technical details go with it').check()
    await page.getByText('"timeZone"', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Send the question' }).click()
    const question = page.getByRole('button', { name: /^The press shows no output/ })
    await question.click()
    await page.getByLabel('Answer').fill('It began on Monday')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await page.getByRole('listitem').getByText('It began on Monday', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'It is solved' }).click()
    await page.getByText(/^Closed · Support · Work stands still/).waitFor()
    await page.close()
  })

  test('a question that cannot be sent waits on the device, and is sent once', async () => {
    const page = await world().openPage('/support')
    // What keeps it without a connection is loaded after the page.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Your question').fill('Which cable for the counter?')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('1 question waits on this device for a connection').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /^Which cable for the counter/ }).waitFor()
    await page.close()
  })
}
