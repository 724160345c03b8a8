import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addPerson, openAs } from './otherPeople.ts'
import { storedIn } from './storedIn.ts'
import { addToldMachine, type ToldMachine } from './told.ts'

/** Stories about the inbox by keys, by touch and with several people, and about who is told next. */
export function inboxKeysStories(world: () => World): void {
  test('the inbox is worked through by keys at a desk and by touch on a phone, and each sees at once what the other takes', async () => {
    const piotr = await addPerson(world(), { firstName: 'Piotr', role: 'USER' })
    const presses: ToldMachine[] = []
    for (const name of ['Keys 1', 'Keys 2', 'Keys 3'])
      presses.push(await addToldMachine(world(), name, [{ severity: 'WARNING', roles: ['ADMIN', 'USER'] }]))
    const page = await world().openPage('/notifications')
    const phone = await openAs(world(), piotr, '/notifications', { width: 390, height: 844, hasTouch: true })
    for (const press of presses) {
      await press.stop()
      await row(page, press.name).waitFor()
      await row(phone, press.name).waitFor()
    }

    // By touch: what is taken there shows who has it here, without a reload.
    await row(phone, 'Keys 1').getByRole('button', { name: 'I take care of it', exact: true }).tap()
    await row(page, 'Keys 1').getByText('Piotr Kowal').waitFor()
    await row(page, 'Keys 1').getByRole('button', { name: 'I take care of it', exact: true }).waitFor({ state: 'detached' })
    await row(phone, 'Keys 2').getByRole('button', { name: 'Put away' }).tap()
    await row(phone, 'Keys 2').waitFor({ state: 'detached' })
    await phone.getByRole('button', { name: 'Undo' }).tap()
    await row(phone, 'Keys 2').waitFor()
    await row(phone, 'Keys 2').getByLabel('Remind me later').selectOption({ label: 'In 15 minutes' })
    await row(phone, 'Keys 2').waitFor({ state: 'detached' })
    await phone.getByRole('button', { name: 'Undo' }).tap()
    await row(phone, 'Keys 2').waitFor()
    assert.ok(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await assertAccessible(phone)

    // By keys: the newest stands first.
    await page.keyboard.press('j')
    await focused(page, 'Keys 3')
    await page.keyboard.press('a')
    await row(page, 'Keys 3').getByText('Olena Kovalenko').waitFor()
    await row(phone, 'Keys 3').getByText('Olena Kovalenko').waitFor()
    await focused(page, 'Keys 3')
    await page.keyboard.press('j')
    await focused(page, 'Keys 2')
    await page.keyboard.press('z')
    await page.keyboard.press('Escape')
    const later = row(page, 'Keys 2').getByLabel('Remind me later')
    assert.ok(await later.evaluate((select) => select === document.activeElement), 'z leads to when it comes again')
    await later.selectOption({ label: 'In an hour' })
    await row(page, 'Keys 2').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Keys 2').waitFor()
    await row(page, 'Keys 2').focus()
    await page.keyboard.press('k')
    await focused(page, 'Keys 3')
    await page.keyboard.press('e')
    await row(page, 'Keys 3').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Keys 3').waitFor()
    await row(page, 'Keys 3').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 rows selected').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('banner').getByRole('link', { name: '2 new notifications' }).waitFor()
    await page.keyboard.press('Escape')

    // By filters.
    await page.getByRole('search').getByLabel('State').selectOption({ label: 'Nobody takes care of it' })
    await row(page, 'Keys 1').waitFor({ state: 'detached' })
    await row(page, 'Keys 2').waitFor()
    await page.getByRole('search').getByLabel('Work center').selectOption({ label: 'Keys 3' })
    await page.getByText('No notifications match').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await row(page, 'Keys 2').waitFor()
    for (const press of presses) await press.end()
    await page.close()
    await phone.close()
  })

  test('a lead is told when nobody takes care of it, then a manager, and nobody further once somebody does', async () => {
    const lead = await addPerson(world(), { firstName: 'Lena', role: 'USER' })
    const presses: ToldMachine[] = []
    for (const name of ['Step 1', 'Step 2', 'Step 3']) {
      const steps = [
        { severity: 'WARNING', roles: ['OPERATOR'] },
        { severity: 'WARNING', roles: ['USER'], duration: 1 },
        { severity: 'WARNING', roles: ['ADMIN'], duration: 2 },
      ] as const
      const press = await addToldMachine(world(), name, steps, { isRunning: false })
      presses.push(press)
    }
    await addPerson(world(), { firstName: 'Oskar', role: 'OPERATOR', workCenterIds: presses.map(({ workCenterId }) => workCenterId) })
    // The rules are older than the stops, which began a while ago.
    await storedIn(world(), (database) =>
      database.query(
        `update notification_config set counts_from = counts_from - 600000 where company_id = 'ACME1' and work_center_id = any($1)`,
        [presses.map(({ workCenterId }) => workCenterId)],
      ),
    )
    const ofLead = await openAs(world(), lead, '/notifications')
    const ofManager = await world().openPage('/notifications')
    const stop = async (index: number, secondsAgo: number) => {
      const press = presses[index]
      assert.ok(press)
      const now = Date.now()
      await press.device.publish(
        { at: now - (secondsAgo + 1) * SECOND_MS, values: { POWER: 8 } },
        { at: now - secondsAgo * SECOND_MS, values: { POWER: 2 } },
        { at: now, values: { POWER: 2 } },
      )
    }
    await stop(0, 30)
    await stop(1, 75)
    await stop(2, 75)
    // After two minutes the manager would be told of the third, too.
    await row(ofLead, 'Step 3')
      .getByText(/(next|after) .*dmin/)
      .waitFor()
    await row(ofLead, 'Step 3').getByRole('button', { name: 'I take care of it', exact: true }).click()
    await row(ofLead, 'Step 2').waitFor()
    assert.equal(await row(ofManager, 'Step 2').count(), 0, 'the manager is told last')
    await row(ofLead, 'Step 1').waitFor()
    await row(ofManager, 'Step 2').waitFor()
    // Its time was that of the second, which came.
    await sleep(2 * SECOND_MS)
    assert.equal(await row(ofManager, 'Step 3').count(), 0, 'who took it ended the steps')
    const { notifications } = await world().api<{ notifications: { items: readonly { firedAt: string; since: string }[] } }>(
      'query ($ids: [Int!]) { notifications(filter: { tab: ALL, workCenterIds: $ids }) { items { firedAt since } } }',
      { ids: [presses[1]?.workCenterId] },
    )
    const [told] = notifications.items
    assert.ok(told !== undefined && Date.parse(told.firedAt) - Date.parse(told.since) >= 2 * MINUTE_MS, 'told before its time')
    for (const press of presses) await press.end()
    await ofLead.close()
    await ofManager.close()
  })
}

const row = (page: Page, name: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .first()

async function focused(page: Page, name: string): Promise<void> {
  await page.locator('li[data-row]:focus-within').filter({ hasText: name }).waitFor()
}
