import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Machine } from '../device.ts'
import { typeDate } from '../fields.ts'
import type { PageOptions, World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { cutOff } from './cutOff.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** The machine's stops, in minutes before now. */
const STOPS = [110, 80, 50, 20].map((from) => ({ from, to: from - 10 }))

/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000

export function lossesStories(world: () => World): void {
  let added: Promise<Machine> | null = null
  const machineOf = () => (added ??= addStoppedMachine(world(), 'Press of the losses', STOPS))
  /** The losses of the machine, on the page of the company's losses. */
  const open = async (search = '', options: PageOptions = {}) => {
    const { workCenterId } = await machineOf()
    const page = await world().openPage(`/losses?wc=${workCenterId}&source=STATUS${search}`, options)
    await names(page).first().waitFor()
    return page
  }

  test('the losses begin with what waits for a reason, a stop gets one in two clicks, and the list counts it', async () => {
    const page = await open()
    await page.getByRole('heading', { level: 1, name: 'Losses' }).waitFor()
    await page.getByText('4 without a reason').waitFor()
    assert.equal(await names(page).count(), STOPS.length)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Give reason' }).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('Press of the losses').waitFor()
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    await page.getByText('Saved: Breakdown').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('3 without a reason').waitFor()
    await page.getByRole('button', { name: 'Breakdown', exact: true }).waitFor()
    // What has a reason stands behind what has none.
    assert.deepEqual(await names(page).allInnerTexts(), ['Without a reason', 'Without a reason', 'Without a reason', 'Breakdown'])
    await page.close()
  })

  test('an open loss stands beside its list on a wide screen, and fills a tablet', async () => {
    const page = await open()
    const panel = page.getByRole('dialog', { name: 'Loss', exact: true })
    const when = panel.getByRole('definition').nth(2)
    await names(page).nth(0).click()
    const first = await when.innerText()
    await assertAccessible(page)
    const box = await panel.boundingBox()
    const list = await page.getByRole('table').boundingBox()
    assert.ok(box && list && list.x + list.width <= box.x, 'nothing of the list lies under the panel')
    // The list stays in use: another row shows itself in the panel.
    await names(page).nth(1).click()
    await when.filter({ hasNotText: first }).waitFor()
    await page.locator('tr[aria-current="true"]').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await page.close()
    const tablet = await open('', { width: 820, height: 1180 })
    await names(tablet).nth(0).click()
    await tablet.getByRole('dialog', { name: 'Loss', exact: true }).waitFor()
    assert.equal((await tablet.getByRole('dialog', { name: 'Loss', exact: true }).boundingBox())?.width, 820)
    await tablet.close()
  })

  test('many losses get one reason after saying what changes', async () => {
    const page = await open('&tab=unexplained')
    const boxes = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Without a reason', exact: true }) })
      .getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const give = page.getByRole('region', { name: /selected|selection/i }).getByRole('button', { name: 'Give reason' })
    await give.click()
    const panel = page.getByRole('dialog')
    await panel.getByText('2 losses, 20 min, get the reason you choose.').waitFor()
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Cleaning' }).click()
    await page.getByText('Saved for 2 losses').waitFor()
    await page.getByText('1 without a reason').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 losses').waitFor()
    await page.getByText('3 without a reason').waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await give.click()
    await panel.getByRole('button', { name: 'Cleaning' }).click()
    await page.getByText('Saved for 2 losses').waitFor()
    await page.getByText('1 without a reason').waitFor()
    await page.close()
  })

  test('a stop is split by the keyboard, each part gets its reason, and the parts are merged again', async () => {
    const page = await open('&tab=unexplained')
    await names(page).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('10 min', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Split' }).click()
    await panel.getByRole('slider').press('ArrowRight')
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    await panel.getByText('Why did it stop before the cut?').waitFor()
    await panel.getByRole('button', { name: 'Cleaning' }).click()
    await panel.waitFor({ state: 'hidden' })
    await page.getByText('No downtime data found').waitFor()

    await page.getByRole('navigation', { name: 'Losses' }).getByRole('link', { name: 'All' }).click()
    const ofParts = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: /^\d min/ }) })
      .getByRole('checkbox')
    await ofParts.nth(1).waitFor()
    assert.equal(await names(page).count(), STOPS.length + 1)
    await ofParts.nth(0).check()
    await ofParts.nth(1).check()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('The parts have different reasons: choose one').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cleaning' }).click()
    await page.getByText('2 parts merged').waitFor()
    await ofParts.first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    await ofParts.nth(1).waitFor()
    await page.close()
  })

  test('a split can be taken back, the parts of a stop lead to each other, and an approved one asks before it is changed', async () => {
    const { workCenterId } = await addStoppedMachine(world(), 'Press of approvals', [{ from: 60, to: 40 }])
    const page = await world().openPage(`/losses?wc=${workCenterId}&source=STATUS`)
    const panel = page.getByRole('dialog', { name: 'Loss', exact: true })
    const split = async () => {
      await names(page).first().click()
      await panel.getByRole('button', { name: 'Split' }).click()
      await panel.getByRole('button', { name: 'Breakdown' }).click()
      await panel.getByText('Why did it stop before the cut?').waitFor()
      await panel.getByRole('button', { name: 'Breakdown' }).click()
      await panel.waitFor({ state: 'hidden' })
      await names(page).nth(1).waitFor()
    }
    await split()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    await names(page).nth(1).waitFor({ state: 'detached' })
    await split()

    await names(page).first().click()
    const parts = panel.getByRole('region', { name: 'Parts of this stop' }).getByRole('button')
    await parts.nth(1).waitFor()
    await assertAccessible(page)
    const isCurrent = async () => (await parts.nth(0).getAttribute('aria-current')) === 'true'
    const wasFirst = await isCurrent()
    await parts.nth(wasFirst ? 1 : 0).click()
    await panel.locator(`li:nth-child(${wasFirst ? 2 : 1}) button[aria-current="true"]`).waitFor()

    await panel.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved', { exact: true }).filter({ visible: true }).first().waitFor()
    await page.getByRole('row').filter({ hasText: 'approved' }).getByRole('button', { name: 'Breakdown', exact: true }).click()
    await panel.getByText(/^Approved by /).waitFor()
    await panel.getByRole('button', { name: 'Change', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Change an approved loss?' })
    await question.getByText('A change takes its approval away.', { exact: false }).waitFor()
    await assertAccessible(page)
    await question.getByRole('button', { name: 'Change it' }).click()
    await page.getByRole('dialog', { name: 'Why did it stop?' }).waitFor()
    await page.close()
  })

  test('a loss is entered by the keyboard after saying what it covers, moved, deleted and brought back', async () => {
    const { workCenterId } = await addStoppedMachine(world(), 'Press of entered losses', [{ from: 60, to: 30 }])
    const at = minutesBefore(Date.now())
    const page = await world().openPage(`/losses?wc=${workCenterId}&source=STATUS`)
    await names(page).first().waitFor()
    await page.getByRole('button', { name: 'Add a loss' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add a loss' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await dialog.getByText('This is a required field').first().waitFor()
    await typeDate(dialog, 'From', at(110))
    await typeDate(dialog, 'To', at(105))
    await dialog.getByText('The work center was running at that time').waitFor()
    await typeDate(dialog, 'From', at(50))
    await typeDate(dialog, 'To', at(40))
    await dialog.getByText('Without a reason gets 10 min shorter').waitFor()
    await dialog.getByLabel('Reason').selectOption({ label: 'Cleaning' })
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await page.getByText('Loss added').waitFor()
    await page.getByRole('button', { name: 'Cleaning', exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Change the loss' }).click()
    const change = page.getByRole('dialog', { name: 'Change the loss' })
    await typeDate(change, 'To', at(45))
    await change.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Loss changed').waitFor()
    await page.getByRole('cell', { name: '5 min', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cleaning', exact: true }).click()
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Loss deleted').waitFor()
    await page.getByRole('button', { name: 'Cleaning', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Undone', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cleaning', exact: true }).waitFor()
    await page.close()
  })

  test('a loss that is entered without a connection waits, is sent once, and is in the list', async () => {
    const { workCenterId } = await addStoppedMachine(world(), 'Press without a line', [{ from: 60, to: 30 }])
    const at = minutesBefore(Date.now())
    const page = await world().openPage(`/losses?wc=${workCenterId}&source=STATUS`)
    await names(page).first().waitFor()
    await page.getByRole('button', { name: 'Add a loss' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a loss' })
    await dialog.getByLabel('Reason').selectOption({ label: 'Cleaning' })
    const back = await cutOff(page)
    await typeDate(dialog, 'From', at(50))
    await typeDate(dialog, 'To', at(40))
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 not sent' }).click()
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    await list.getByText('Press without a line: loss added, Cleaning').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await back()
    await page.getByRole('button', { name: '1 not sent' }).waitFor({ state: 'detached', timeout: SENT_MS })
    await page.getByRole('button', { name: 'Cleaning', exact: true }).waitFor()
    const { lossesPages } = await world().api<{ lossesPages: { totalItems: number } }>(
      `query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], source: STATUS, classification: CLASSIFIED }) { totalItems } }`,
      { id: workCenterId },
    )
    assert.equal(lossesPages.totalItems, 1)
    await page.close()
  })

  test('on a phone the losses are cards, nothing is wider than the screen, and the open loss is in the address', async () => {
    const page = await open('', { width: 390, height: 844, hasTouch: true })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await names(page).first().tap()
    const panel = page.getByRole('dialog')
    await panel.getByRole('link', { name: 'Show on the timeline' }).waitFor()
    assert.match(page.url(), /[?&]id=\d+/)
    await assertAccessible(page)
    await page.reload()
    // The story of the stop grows while somebody looks; the link that is sent opens it without any filter.
    const story = panel.getByRole('region', { name: 'What happened' })
    await story.getByText('The stop began').waitFor()
    const id = Number(/[?&]id=(\d+)/.exec(page.url())?.[1])
    await world().api('mutation ($input: CreateWorkRequestInput!) { createWorkRequest(input: $input) { id } }', {
      input: { lossId: id, content: 'Seal leaks' },
    })
    await story.getByRole('link', { name: 'Work requested: Seal leaks' }).waitFor()
    await assertAccessible(page)
    const sent = await world().openPage(`/losses?id=${id}`, { width: 390, height: 844, hasTouch: true })
    await sent.getByRole('link', { name: 'Work requested: Seal leaks' }).tap()
    await sent.getByRole('dialog', { name: 'Work request' }).getByText('Seal leaks').first().waitFor()
    await sent.close()
    await panel.getByRole('link', { name: 'Show on the timeline' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Press of the losses' }).waitFor()
    await page.close()
  })
}

const names = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(Without a reason|Breakdown|Cleaning)$/ })

/** Keys that type the instant into the parts of a field of date and time: of one story all are minutes before the same one. */
function minutesBefore(now: number): (minutesAgo: number) => string {
  return (minutesAgo) => {
    const text = new Date(now - minutesAgo * 60_000).toISOString()
    return `${text.slice(8, 10)}${text.slice(5, 7)}${text.slice(0, 4)}${text.slice(11, 13)}${text.slice(14, 16)}`
  }
}
