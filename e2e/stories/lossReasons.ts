import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { PEOPLE, signIn } from '../browser.ts'
import { DEMO_COMPANY, type PageOptions, type World } from '../world.ts'
import { savedSheet } from '../savedSheet.ts'
import { assertAccessible } from './accessibility.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

const PATH = '/loss-reasons'

export function lossReasonStories(world: () => World): void {
  const open = async (search = '', options: PageOptions = {}) => {
    const page = await world().openPage(`${PATH}${search}`, options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await names(page).first().waitFor()
    return page
  }
  const idOf = async (name: string) => {
    const { lossReasons } = await world().api<{ lossReasons: readonly { id: number; originalName: string }[] }>(
      '{ lossReasons { id originalName } }',
    )
    return lossReasons.find((reason) => reason.originalName === name)?.id ?? 0
  }
  const make = async (name: string) =>
    void (await world().api('mutation ($input: CreateLossReasonInput!) { createLossReason(input: $input) { id } }', { input: { name } }))

  test('loss reasons: one is made in a group with a limit, a place and a name in another language; what is wrong stands beside its field', async () => {
    const page = await open()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Add group' }).click()
    const group = page.getByRole('dialog', { name: 'Add group' })
    await group.getByLabel('Name', { exact: true }).fill('Technical')
    await group.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('region', { name: 'Technical' }).getByText('No reasons in this group yet').waitFor()

    await page.getByRole('button', { name: 'Add reason' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add reason' })
    const create = drawer.getByRole('button', { name: 'Create' })
    const name = drawer.getByLabel('Name', { exact: true })
    await create.click()
    await describedBy(name, 'This is a required field')
    await name.fill('lunch OR break')
    await create.click()
    await describedBy(name, 'This value is already in use')
    await name.fill('Belt broken')
    await drawer.getByLabel('Group', { exact: true }).selectOption('Technical')
    await drawer.getByLabel('Colour code').fill('red')
    await create.click()
    await describedBy(drawer.getByLabel('Colour code'), 'Wrong format. For example: #2E6FDB')
    await drawer.getByLabel('Colour code').fill('#D73226')
    await drawer.getByLabel('Lasts at most so long').check()
    await create.click()
    await describedBy(drawer.getByLabel('Longest duration'), 'This is a required field')
    await drawer.getByLabel('Longest duration').fill('30')
    await drawer.getByRole('radio', { name: 'Work centers' }).check()
    await create.click()
    await drawer.getByText('Choose where the reason applies').waitFor()
    await drawer.getByText('It is offered nowhere yet').waitFor()
    await drawer.getByLabel('Press 1', { exact: true }).check()
    await drawer.getByText('Offered at 1 work center: Press 1').waitFor()
    await drawer.getByLabel('Polski').fill('Zerwany pas')
    await assertAccessible(page)
    await create.click()
    await page.getByText('Saved: Belt broken').waitFor()
    const row = rowOf(page, 'Belt broken')
    await row.getByText('at most 30 min').waitFor()
    await row.getByText('No name in EN, UK, RU, ES, UZ').waitFor()
    assert.deepEqual(await order(page, 'Technical'), ['Belt broken'])
    await row.getByRole('button', { name: 'Belt broken', exact: true }).click()
    assert.match(page.url(), /[?&]id=\d+/)
    const opened = page.getByRole('dialog', { name: 'Belt broken' })
    assert.deepEqual(
      [await opened.getByLabel('Longest duration').inputValue(), await opened.getByLabel('Polski').inputValue()],
      ['30', 'Zerwany pas'],
    )
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
    await page.close()

    const polish = await open('', { locale: 'pl-PL' })
    await polish.getByRole('button', { name: 'Zerwany pas', exact: true }).waitFor()
    await polish.close()
  })

  test('loss reasons: one moves by the arrow keys of its handle and by dragging it, both can be undone, and the order stays', async () => {
    for (const name of ['Sorted one', 'Sorted two', 'Sorted three']) await make(name)
    const page = await open('?q=sorted')
    const sorted = () => order(page, 'Without a group')
    assert.deepEqual(await sorted(), ['Sorted one', 'Sorted two', 'Sorted three'])
    const handle = page.getByRole('button', { name: 'Move Sorted three' })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.getByText('Moved: Sorted three').waitFor()
    // The first of both moves is told while the second is on its way.
    await expectOrder(sorted, ['Sorted three', 'Sorted one', 'Sorted two'])
    assert.equal(await page.evaluate('document.activeElement?.getAttribute("aria-label")'), 'Move Sorted three')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectOrder(sorted, ['Sorted one', 'Sorted three', 'Sorted two'])

    await drag(page, page.getByRole('button', { name: 'Move Sorted two' }), rowOf(page, 'Sorted one'))
    await expectOrder(sorted, ['Sorted two', 'Sorted one', 'Sorted three'])
    await page.getByText('Moved: Sorted two').waitFor()
    await page.reload()
    await names(page).first().waitFor()
    assert.deepEqual(await sorted(), ['Sorted two', 'Sorted one', 'Sorted three'])
    const { lossCategories } = await world().api<{ lossCategories: readonly { name: string }[] }>('{ lossCategories { name } }')
    assert.deepEqual(
      lossCategories.map(({ name }) => name).filter((name) => name.startsWith('Sorted')),
      ['Sorted two', 'Sorted one', 'Sorted three'],
      'people choose in the same order',
    )
    await menu(page, 'Sorted one', 'Move down')
    await expectOrder(sorted, ['Sorted two', 'Sorted three', 'Sorted one'])
    await page.close()
  })

  test('loss reasons: one that was given cannot be deleted; it is hidden, shown again, and replaced by another', async () => {
    await make('Old jam')
    await make('New jam')
    const { workCenterId } = await addStoppedMachine(world(), 'Press of the reasons', [{ from: 50, to: 40 }])
    const losses = async () =>
      (
        await world().api<{ lossesPages: { items: readonly { id: number; reason: { originalName: string } | null }[] } }>(
          'query ($ids: [Int!]) { lossesPages(filter: { workCenterIds: $ids, source: STATUS }) { items { id reason { originalName } } } }',
          { ids: [workCenterId] },
        )
      ).lossesPages.items
    const ids = (await soon(losses, (found) => found.length > 0)).map(({ id }) => id)
    await world().api('mutation ($input: UpdateLossesInput!) { updateLosses(input: $input) { id } }', {
      input: { ids, reasonId: await idOf('Old jam') },
    })

    const page = await open('?q=jam')
    await rowOf(page, 'Old jam').getByText('1 time').waitFor()
    await page.getByRole('button', { name: 'Actions for Old jam' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete…' }).count(), 0)
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByText('Hidden: Old jam').waitFor()
    await rowOf(page, 'Old jam').getByText('Hidden', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Offered again: Old jam').waitFor()

    await menu(page, 'Old jam', 'Replace by…')
    const dialog = page.getByRole('dialog', { name: 'Replace “Old jam”' })
    const replace = dialog.getByRole('button', { name: 'Replace' })
    await replace.click()
    await describedBy(dialog.getByLabel('By', { exact: true }), 'This is a required field')
    await dialog.getByLabel('By', { exact: true }).selectOption('New jam')
    await assertAccessible(page)
    await replace.click()
    await page.getByText('Old jam is now New jam').waitFor()
    await rowOf(page, 'New jam').getByText('1 time').waitFor()
    await rowOf(page, 'Old jam').getByText('Hidden', { exact: true }).waitFor()
    assert.deepEqual(
      (await losses()).map(({ reason }) => reason?.originalName),
      ids.map(() => 'New jam'),
    )
    await page.close()
  })

  test('loss reasons: one that nobody ever gave is deleted, and the starter set brings it back', async () => {
    const page = await open('?q=or')
    // The file has what the search leaves, with how often each was given.
    const { rows } = await savedSheet(page, page.getByRole('button', { name: 'Download XLSX' }))
    assert.deepEqual(rows[0]?.slice(-3), ['Given in 30 days', 'Time in 30 days', 'Hasty, %'])
    assert.deepEqual(
      rows.slice(1).map((row) => row[1]),
      await names(page).allInnerTexts(),
    )
    await menu(page, 'Trial or development', 'Delete…')
    const question = page.getByRole('dialog', { name: 'Delete the reason “Trial or development”?' })
    await question.getByRole('button', { name: 'Delete reason' }).click()
    await page.getByText('Deleted: Trial or development').waitFor()
    await rowOf(page, 'Trial or development').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Starter set' }).click()
    const set = page.getByRole('dialog', { name: 'Starter set of reasons' })
    await set.getByLabel('Trial or development').waitFor()
    assert.equal(await set.getByRole('checkbox').count(), 1)
    await assertAccessible(page)
    await set.getByRole('button', { name: 'Add 1 reason' }).click()
    await page.getByText('1 reason added').waitFor()
    await rowOf(page, 'Trial or development').waitFor()
    await page.close()
  })

  test('loss reasons: on a phone each is a card, nothing is wider than the screen, and the drawer is in the address', async () => {
    const page = await open('', { width: 390, height: 844, hasTouch: true })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await names(page).first().tap()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.reload()
    await drawer.getByLabel('Name', { exact: true }).waitFor()
    await page.close()
  })

  test('loss reasons: an operator is sent away, and who may only look changes nothing', async () => {
    const page = await world().newPage({ companyId: DEMO_COMPANY })
    await signIn(page, '/boxes', PEOPLE.operator)
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.goto(PATH)
    await page.getByText('No access to Loss reasons').waitFor()
    assert.equal(new URL(page.url()).pathname, '/boxes')
    await page.close()

    const reader = await open('', { companyId: DEMO_COMPANY })
    assert.equal(await reader.getByRole('button', { name: /^(Add reason|Add group|Starter set|Move |Actions for )/ }).count(), 0)
    await names(reader).first().click()
    const drawer = reader.getByRole('dialog')
    await drawer.getByLabel('Name', { exact: true }).waitFor()
    assert.equal(await drawer.getByLabel('Name', { exact: true }).isDisabled(), true)
    assert.equal(await drawer.getByRole('button', { name: 'Save' }).count(), 0)
    await reader.close()
  })
}

const names = (page: Page) => page.locator('main [data-reason] [data-open]')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

/** The names of the reasons of a group, from top to bottom. */
async function order(page: Page, group: string): Promise<readonly string[]> {
  return await page.getByRole('region', { name: group, exact: true }).locator('[data-open]').allInnerTexts()
}

async function expectOrder(read: () => Promise<readonly string[]>, wanted: readonly string[]): Promise<void> {
  assert.deepEqual(await soon(read, (found) => found.join() === wanted.join()), wanted)
}

/** Reads until it is so, or for half a minute; returns what was read last. */
async function soon<Found>(read: () => Promise<Found>, isIt: (found: Found) => boolean): Promise<Found> {
  let found = await read()
  for (let tries = 0; tries < 300 && !isIt(found); tries++) {
    await setTimeout(100)
    found = await read()
  }
  return found
}

async function menu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Drags the handle onto the upper half of the row. */
async function drag(page: Page, handle: Locator, row: Locator): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await row.boundingBox()]
  assert.ok(from !== null && to !== null)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 4 })
  await page.mouse.move(to.x + 60, to.y + 6, { steps: 4 })
  await page.mouse.up()
}

/** Waits until the sentence is tied to the field. */
async function describedBy(field: Locator, sentence: string): Promise<void> {
  await field.page().getByText(sentence).first().waitFor()
  const told = await field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? ''),
  )
  assert.ok(told.includes(sentence), told.join(' | '))
}
