import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

/** Stories about rules of notifications and what somebody wants to hear. */
export function notificationStories(world: () => World): void {
  test('a rule is tried on the past while it is typed, and tells its day at its time', async () => {
    const { press } = world()
    const page = await world().openPage('/notifications?tab=rules')
    const form = page.getByRole('form', { name: 'A new rule' })
    await form.getByLabel('Work center').selectOption({ label: press.name })
    const trial = form.getByRole('region', { name: 'Preview: the last 14 days' })
    await trial.getByText(/[Ww]ould have notified/).waitFor()
    await form.getByLabel('For how many minutes').fill('1441')
    await trial.getByText('The value must be at most 1440').first().waitFor()
    await form.getByLabel('What happens').selectOption({ label: 'It missed its target' })
    await form.getByLabel('Calculated for each').selectOption({ label: 'Day' })
    await form.getByLabel('Notify at').fill('07:15')
    await trial.getByText(/[Ww]ould have notified/).waitFor()
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByText(`When OEE of a day of ${press.name} is below 65 %`).first().waitFor()
    await page.close()
  })

  test('a rule names several to tell, and leaves one out again', async () => {
    const { press } = world()
    const page = await world().openPage('/notifications?tab=rules')
    const form = page.getByRole('form', { name: 'A new rule' })
    await form.getByLabel('Work center').selectOption({ label: press.name })
    await form.getByLabel('For how many minutes').fill('77')
    await form.getByLabel('Recipients').selectOption({ label: 'Assigned operators' })
    await form.getByLabel('Also notify').selectOption({ label: 'Admins' })
    const chosen = form.getByRole('group', { name: 'Recipients' })
    await chosen.getByRole('button', { name: 'Leave out Admins' }).waitFor()
    await page.getByText('Loading…').waitFor({ state: 'detached' })
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Leave out Admins' }).click()
    await chosen.waitFor({ state: 'detached' })
    await page.close()
  })

  test('somebody says on a phone what they are sent, and when not', async () => {
    const page = await world().openPage('/notifications?tab=mine')
    await page.setViewportSize({ width: 390, height: 844 })
    const stopped = page.getByLabel('Stopped: On devices')
    await stopped.selectOption({ label: 'Only urgent' })
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await page.getByLabel('Quiet hours').check()
    await page.getByLabel('From', { exact: true }).fill('25:00')
    // The quiet hours have a form of their own, and so has the summary.
    const save = page.locator('form').filter({ hasText: 'On these' }).getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('Wrong format. For example: 22:00').waitFor()
    await page.getByLabel('From', { exact: true }).fill('21:30')
    await save.click()
    await page.getByRole('button', { name: 'For an hour' }).click()
    await page.getByText(/Nothing is sent until/).waitFor()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.getByText(/Nothing is sent until/).waitFor()
    assert.equal(await stopped.inputValue(), 'URGENT')
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '21:30')
    await page.close()
  })
}
