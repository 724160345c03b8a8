import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function integrationStories(world: () => World): void {
  test('an address that leads nowhere is refused with its reason, and kept only if the person says so', async () => {
    const page = await world().openPage('/integrations')
    await page.getByText('No system is connected yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Connect a system' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address of Odoo').fill('http://169.254.169.254')
    await dialog.getByLabel('API key').first().fill('a key that nobody reads')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('169.254.169.254 lies in a private network').first().waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save without a check' }).click()
    await dialog.getByText('169.254.169.254 lies in a private network').first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByText('not checked').waitFor()
    assert.ok(!(await page.content()).includes('a key that nobody reads'))
    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted in the last 30 days').waitFor()
    await page.close()
  })
}
