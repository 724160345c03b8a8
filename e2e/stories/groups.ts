import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../browser.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

type Group = { readonly id: number; readonly name: string; readonly color: string; readonly version: number }

/** Groups of work centers: made by keyboard on a phone's width, filled, taken back, changed beside somebody else, deleted. */
export function groupStories(world: () => World): void {
  const groups = async () =>
    (await world().api<{ workCenterGroups: Group[] }>('{ workCenterGroups { id name color version } }')).workCenterGroups
  const groupOfPress = async () => {
    const { workCenter } = await world().api<{ workCenter: { group: { name: string } | null } }>(
      'query ($id: Int!) { workCenter(id: $id) { group { name } } }',
      { id: world().press.workCenterId },
    )
    return workCenter.group?.name ?? null
  }

  test('groups are made and named by the keyboard, work centers are moved and moved back, and nobody loses what they typed', async () => {
    const page = await world().openPage('/boxes', { width: 390, height: 844 })
    await page.getByRole('button', { name: 'More', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Groups' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Groups of work centers' })
    await dialog.getByRole('button', { name: 'New group' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'New group' })
    await form.getByLabel('Group name').waitFor()
    await page.keyboard.press('Enter')
    await form.getByText('This is a required field').waitFor()
    await page.keyboard.type('Hall A')
    await page.keyboard.press('Enter')
    const hall = dialog.getByRole('region', { name: 'Hall A' })
    await hall.waitFor()

    const { name } = world().press
    await dialog.getByLabel(`Group of ${name}`, { exact: true }).selectOption({ label: 'Hall A' })
    await dialog.getByText(`${name} moved to “Hall A”`).waitFor()
    assert.equal(await groupOfPress(), 'Hall A')
    await until(
      page,
      'document.documentElement.scrollWidth <= innerWidth && document.querySelector("dialog[open]").scrollWidth <= innerWidth',
    )
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'New group' }).focus()
    await page.keyboard.press('Control+z')
    await dialog.getByText('Moved back').waitFor()
    assert.equal(await groupOfPress(), null)

    await hall.getByRole('button', { name: 'Change' }).click()
    const change = page.getByRole('dialog', { name: 'Change group' })
    const [mine] = await groups()
    assert.ok(mine)
    await world().api('mutation ($id: Int!) { updateWorkCenterGroup(id: $id, name: "Hall B", color: "#D73226") { id } }', { id: mine.id })
    await change.getByLabel('Group name').fill('Hall C')
    await page.keyboard.press('Enter')
    await change.getByText('Somebody changed the group in the meantime').waitFor()
    await change.getByText('Hall B').waitFor()
    assert.equal(await change.getByLabel('Group name').inputValue(), 'Hall C', 'what was typed is there')
    await change.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('region', { name: 'Hall C' }).waitFor()
    assert.deepEqual(
      (await groups()).map((group) => group.name),
      ['Hall C'],
    )

    await dialog.getByRole('button', { name: 'New group' }).click()
    await form.getByLabel('Group name').fill('hall c')
    await page.keyboard.press('Enter')
    await form.getByText('This value is already in use').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('region', { name: 'Hall C' }).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the group Hall C?' })
    await question.getByRole('button', { name: 'Delete group' }).click()
    await dialog.getByRole('region', { name: 'Hall C' }).waitFor({ state: 'detached' })
    assert.deepEqual(await groups(), [])
    await page.close()
  })
}
