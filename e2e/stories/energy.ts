import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function energyStories(world: () => World): void {
  test('energy is divided by status of one machine', async () => {
    const page = await world().openPage('/energy', { companyId: DEMO_COMPANY, width: 390 })
    await page.getByRole('heading', { level: 1, name: 'Energy' }).waitFor()
    await page.getByRole('definition').filter({ hasText: 'kWh' }).first().waitFor()
    await page.getByRole('combobox', { name: 'Split by', exact: true }).selectOption({ label: 'Status' })
    await page.getByRole('button', { name: /^Work center: / }).click()
    await page.getByRole('checkbox', { name: 'Press 3' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Days', exact: true }).selectOption({ label: 'Yesterday' })
    await page.getByText('While nothing was made').waitFor()
    await page.getByRole('figure', { name: 'Energy by: Status' }).waitFor()
    await page.getByRole('combobox', { name: 'Split by', exact: true }).selectOption({ label: 'Hour' })
    await page.getByRole('figure', { name: 'Energy by: Hour' }).getByRole('img', { name: /kWh/ }).first().waitFor()
    await assertAccessible(page)
    const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }))
    assert.equal(scroll, width, 'nothing lies beyond the edge of a phone')
    // What the page shows becomes a file, and is sent regularly.
    await page.getByRole('button', { name: 'Report…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report of this page' })
    await dialog.getByLabel('Format', { exact: true }).selectOption('CSV')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Make the report' }).click()
    await dialog.getByRole('link', { name: 'To your reports' }).click()
    const run = page.getByRole('listitem').filter({ hasText: 'Energy · CSV' })
    await run.getByText('Ready', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'E-mail…' }).click()
    const subscription = page.getByRole('dialog', { name: 'Subscribe to a report' })
    assert.equal(await subscription.getByLabel('Report', { exact: true }).inputValue(), 'ENERGY')
    assert.equal(await subscription.getByLabel('How often').inputValue(), 'WEEKLY')
    await page.close()
  })
}
