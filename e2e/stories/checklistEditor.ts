import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addPerson, openAs } from './otherPeople.ts'

/** Each frequency by its words, with a field that only it or few others have. */
const FREQUENCIES = [
  ['At regular intervals', 'Every'],
  ['After so many units', 'Units between checks'],
  ['After a stop', 'Delay after the stop'],
  ['After a stop with a reason', 'Reason'],
  ['During a stop with a reason', 'Reason'],
  ['At times of day', 'Times of day'],
] as const

/** Each type of task, as it is written and answered. */
const TASKS = [
  ['Guard closed', 'Yes or no'],
  ['Pressure', 'A measured number'],
  ['What was heard', 'A text'],
  ['Floor swept', 'Mark as done'],
  ['Color of the oil', 'Choose from options'],
  ['Picture of the gauge', 'A photo or document'],
] as const

/** A story about writing a checklist, and changing it while it is answered. */
export function checklistEditorStories(world: () => World): void {
  test('a checklist is written with all frequencies and types, ordered by dragging and keys, refused beside the field, and changed while one is answered', async () => {
    const { api, press } = world()
    const page = await world().openPage('/checklists?tab=lists&id=new')
    const form = page.getByRole('dialog', { name: 'New checklist' })
    await form.getByLabel('Name', { exact: true }).fill('Written round')
    await form.getByRole('checkbox', { name: press.name, exact: true }).check()
    for (const [frequency, field] of FREQUENCIES) {
      await form.getByLabel('When', { exact: true }).selectOption({ label: frequency })
      await form.getByLabel(field, { exact: true }).first().waitFor()
    }
    await form.getByLabel('Times of day').fill('25:00')
    await form.getByRole('checkbox', { name: 'May also be started by hand' }).check()
    for (const [index, [description, type]] of TASKS.entries()) {
      if (index > 0) await form.getByRole('button', { name: 'Add a task' }).click()
      const task = tasks(form).nth(index)
      await task.getByLabel('What to do', { exact: true }).fill(description)
      await task.getByLabel('Answer', { exact: true }).selectOption({ label: type })
    }
    const pressure = tasks(form).nth(1)
    await pressure.getByLabel('Lowest').fill('6')
    await pressure.getByLabel('Highest').fill('4')
    await tasks(form).nth(4).getByLabel('Options').fill('*Golden\nBlack')

    // What cannot be is refused beside its field, in the language of the reader.
    await save(form, 'Save')
    await refused(form, 'times').waitFor()
    await form.getByText('Wrong format').waitFor()
    await form.getByLabel('Times of day').fill('03:45')
    await save(form, 'Save')
    await pressure.getByRole('alert').or(pressure.locator('[aria-invalid="true"]')).first().waitFor()
    await assertAccessible(page)
    await pressure.getByLabel('Lowest').fill('4')
    await pressure.getByLabel('Highest').fill('6')

    // The last is dragged to the top, and by keys one goes down again.
    await drag(page, tasks(form).nth(5).locator('[aria-hidden]').first(), tasks(form).nth(0))
    await order(form, ['Picture of the gauge', 'Guard closed'])
    await tasks(form).nth(0).getByLabel('What to do', { exact: true }).press('Alt+ArrowDown')
    await order(form, ['Guard closed', 'Picture of the gauge', 'Pressure'])
    await form.getByRole('button', { name: 'Move down: Picture of the gauge' }).click()
    await order(form, ['Guard closed', 'Pressure', 'Picture of the gauge'])
    await save(form, 'Save')
    await page.getByText('Written round saved').waitFor()

    // While somebody answers it, it changes: they go on with what they began.
    const { checklists } = await api<{ checklists: readonly { id: number; name: string; version: number }[] }>(
      '{ checklists { id name version } }',
    )
    const made = checklists.find(({ name }) => name === 'Written round')
    assert.ok(made)
    const started = await api<{ startChecklist: { id: number } }>(
      `mutation { startChecklist(checklistId: ${made.id}, workCenterId: ${press.workCenterId}) { id } }`,
    )
    const run = await world().openPage(`/checklists?run=${started.startChecklist.id}`)
    await run.getByRole('heading', { name: 'Guard closed' }).waitFor()
    await run.keyboard.press('y')
    await page.goto(`/checklists?tab=lists&id=${made.id}`)
    const stored = page.getByRole('dialog', { name: 'Written round' })
    await tasks(stored).nth(1).getByLabel('What to do', { exact: true }).fill('Pressure, bar')
    await save(stored, 'Save')
    await page.getByText('Written round saved').first().waitFor()
    await run.keyboard.press('Enter')
    await run.getByRole('heading', { name: /Pressure$/ }).waitFor()
    await run.close()
    await page.close()

    // In Ukrainian the same is refused in Ukrainian.
    const olha = await addPerson(world(), { firstName: 'Olha', role: 'ADMIN' })
    const other = await openAs(world(), olha, '/checklists?tab=lists')
    await other.getByRole('button', { name: /^Language/ }).click()
    await other.getByRole('menuitemradio', { name: 'Українська' }).click()
    await other.getByRole('button', { name: 'Новий чек-лист' }).first().click()
    const written = other.getByRole('dialog', { name: 'Новий чек-лист' })
    await written.getByLabel('Коли запитувати').selectOption({ label: 'У певний час доби' })
    await written.getByLabel('Час доби').fill('25:00')
    await save(written, 'Зберегти')
    await refused(written, 'times').waitFor()
    assert.match(await written.innerText(), /Неправильний формат|Хибний формат|Неверный/)
    await assertAccessible(other)
    await other.close()
  })
}

const tasks = (form: Locator): Locator => form.locator('ol > li')

/** The field that says what is wrong with it. */
const refused = (form: Locator, name: string): Locator => form.locator(`[name="${name}"][aria-invalid="true"]`)

async function save(form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name, exact: true }).click()
}

/** Waits until the first tasks stand in this order. */
async function order(form: Locator, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries())
    await tasks(form)
      .nth(index)
      .and(form.locator(`li:has(input[value="${name}"]), li:has(button[aria-label$="${name}"])`))
      .waitFor()
}

async function drag(page: Page, grip: Locator, onto: Locator): Promise<void> {
  await onto.scrollIntoViewIfNeeded()
  await grip.scrollIntoViewIfNeeded()
  const [from, to] = [await grip.boundingBox(), await onto.boundingBox()]
  assert.ok(from !== null && to !== null)
  await page.mouse.move(from.x + 6, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 6, from.y - 8)
  await page.mouse.move(to.x + 6, to.y + 4, { steps: 4 })
  await page.mouse.up()
}
