import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PIXEL } from '../pixel.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

/** Stories about asking for work and seeing it through. */
export function workRequestStories(world: () => World): void {
  test('somebody asks for work with a photo, and it goes its way by the next step, the menu and the keys', async () => {
    const { press } = world()
    const page = await world().openPage('/work-requests')
    await page.getByText('No open work requests').waitFor()
    await page.getByRole('button', { name: 'New request' }).first().click()
    const form = page.getByRole('dialog', { name: 'New request' })
    await form.getByRole('button', { name: 'Send the request' }).click()
    await form.getByText('This is a required field').waitFor()
    await assertAccessible(page)
    await form.getByLabel('Add a photo').setInputFiles({ name: 'leak.png', mimeType: 'image/png', buffer: PIXEL })
    await form.getByText('leak.png').waitFor()
    await form.getByLabel('What is to be done?').fill('Oil under the gearbox')
    await form.getByLabel('Work center').selectOption({ label: press.name })
    await form.getByRole('button', { name: 'Send the request' }).click()
    const drawer = page.getByRole('dialog', { name: 'Work request' })
    await drawer.getByRole('img', { name: 'leak.png' }).waitFor()
    await drawer.getByRole('button', { name: 'Send to the dispatcher' }).click()
    await drawer.getByText('New → At the dispatcher').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    const column = page.getByRole('region', { name: 'At the dispatcher' })
    await column.getByRole('button', { name: 'Assign' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign' })
    await assign.getByRole('button', { name: 'Assign' }).click()
    await assign.getByText('This is a required field').waitFor()
    const person = await assign.getByLabel('Responsible').locator('option').nth(1).textContent()
    await assign.getByLabel('Responsible').selectOption({ label: person ?? '' })
    await assign.getByRole('button', { name: 'Assign' }).click()
    const assigned = page.getByRole('region', { name: 'Assigned' })
    await assigned.getByText(person ?? '').waitFor()
    await assertAccessible(page)

    // By keys alone: to the card, its moves, and what is written beside it.
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: 'Skip to “In work”' }).click()
    const working = page.getByRole('region', { name: 'In work' })
    await working.getByRole('button', { name: 'It is done' }).click()
    const done = page.getByRole('dialog', { name: 'It is done' })
    await done.getByLabel('Minutes worked').fill('45')
    await done.getByRole('button', { name: 'It is done' }).click()
    await page.getByRole('region', { name: 'Done' }).getByRole('button', { name: 'Oil under the gearbox', exact: true }).click()
    await drawer.getByText('45', { exact: true }).waitFor()
    await page.close()
  })

  test('a request written on a phone without a connection is sent once there is one', async () => {
    const page = await world().openPage('/work-requests')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'New request' }).first().click()
    const form = page.getByRole('dialog', { name: 'New request' })
    await form.getByLabel('What is to be done?').fill('Label printer prints askew')
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Send the request' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.context().setOffline(false)
    const card = page.getByRole('listitem').filter({ hasText: 'Label printer prints askew' })
    await card.getByRole('button', { name: 'Send to the dispatcher' }).waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing is wider than the phone')
    await assertAccessible(page)
    await page.close()
  })
}
