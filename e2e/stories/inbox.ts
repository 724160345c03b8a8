import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { addMachine, connectDevice } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

/** A story about machines that stop at once, from the copied rule to the inbox. */
export function inboxStories(world: () => World): void {
  test('a rule is copied to other machines, and when all stop the inbox shows one row, which opens', async () => {
    const { api, product } = world()
    const cells = []
    for (const name of ['Cell 1', 'Cell 2', 'Cell 3', 'Cell 4', 'Cell 5']) cells.push(await addMachine(product, api, name))
    const [first] = cells
    assert.ok(first !== undefined)
    await api('mutation ($input: CreateNotificationConfigInput!) { createNotificationConfig(input: $input) { id } }', {
      input: {
        workCenterId: first.workCenterId,
        notificationTypeId: RULE_TYPE_IDS.STATUS_DURATION,
        mode: 'STOP',
        targetAudience: 'ROLES',
        identifiers: ['ADMIN'],
        duration: 0,
      },
    })
    const page = await world().openPage('/notifications?tab=rules')
    const rule = page.getByRole('listitem').filter({ hasText: 'When Cell 1 has been stopped for 0 min' }).first()
    await rule.getByRole('button', { name: 'Copy to …' }).click()
    const places = rule.getByRole('group', { name: 'Copy the rule to' })
    for (const { name } of cells.slice(1)) await places.getByRole('checkbox', { name }).check()
    await assertAccessible(page)
    await places.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied to 4 work centers').first().waitFor()
    await page.getByText('When Cell 5 has been stopped for 0 min').first().waitFor()

    const devices = await Promise.all(cells.map((cell) => connectDevice(product, cell)))
    for (const device of devices) await device.publish({ values: { POWER: 8 } })
    for (const device of devices) await device.publish({ values: { POWER: 2 } })
    await page.goto('/notifications')
    const group = page.getByRole('listitem').filter({ hasText: 'Stopped: 5 work centers since' }).first()
    await group.waitFor()
    await assertAccessible(page)
    await group.getByRole('button', { name: 'Show all 5' }).click()
    await group.getByRole('listitem').filter({ hasText: 'Cell 3' }).first().waitFor()
    await assertAccessible(page)
    for (const device of devices) await device.end()
    await page.close()
  })
}
