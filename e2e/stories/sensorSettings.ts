import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../browser.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function sensorSettingsStories(world: () => World): void {
  test('a sensor is named, another added, and one that was deleted comes back with its data', async () => {
    const page = await world().openPage(`/boxes/${world().press.deviceId}/settings?tab=sensors`)
    await page.getByRole('button', { name: 'Edit Power' }).press('Enter')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Main drive')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit Main drive' }).waitFor()
    await page.getByRole('button', { name: 'Add sensor' }).click()
    await page.getByLabel('What it measures').selectOption({ label: 'Vibration' })
    await page.getByRole('form').getByRole('button', { name: 'Add sensor' }).click()
    await page.getByRole('button', { name: 'More for Vibration' }).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await until(page, 'document.documentElement.scrollWidth <= innerWidth')
    assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0, 'nothing to hit by accident')
    await page.getByRole('button', { name: 'More for Vibration' }).click()
    await page.getByRole('menuitem', { name: 'Delete Vibration' }).click()
    await page.getByText(/^Data is kept until/).waitFor()
    // A message that came under the pointer stays while the pointer is on it.
    await page.getByRole('button', { name: 'Restore Vibration' }).press('Enter')
    await page.getByRole('button', { name: 'More for Vibration' }).waitFor()
    await page.close()
  })
}
