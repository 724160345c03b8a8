import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { cutOff } from './cutOff.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** In minutes before now. The last two are neighbours with a minute of work between them; the machine has worked since. */
const STOPS = [
  { from: 110, to: 100 },
  { from: 90, to: 70 },
  { from: 12, to: 10 },
  { from: 9, to: 7 },
]
/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000

export function operatorOfflineStories(world: () => World): void {
  test('without a connection rows, cuts, notes and what takes them back wait in their order, and are sent once', async () => {
    const { deviceId, workCenterId } = await addStoppedMachine(world(), 'Lonely press', STOPS)
    await leaveNote(world(), workCenterId)
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, { width: 1280, height: 800, hasTouch: true })
    await ask(page).getByRole('button', { name: 'Breakdown', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Handover' }).waitFor()
    // It was opened once, so that it is on the device.
    await ask(page).getByRole('button', { name: 'Later' }).tap()
    await page.getByRole('button', { name: 'Note', exact: true }).tap()
    await page.keyboard.press('Escape')

    const back = await cutOff(page)
    await queue(page).getByRole('button', { name: 'Breakdown', exact: true }).tap()
    await page.getByText('Kept here: Breakdown, 2 stops').waitFor({ timeout: SENT_MS })
    await chip(page, '2 not sent').waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByText('Undone').waitFor()
    await chip(page, '4 not sent').waitFor()
    await waiting(page, '2 stops').waitFor()
    await queue(page).getByRole('button', { name: 'No material', exact: true }).tap()
    await chip(page, '6 not sent').waitFor()

    // The next row is open by itself.
    const strip = queue(page).getByRole('slider', { name: 'Cut the stop in two' })
    const box = await strip.boundingBox()
    assert.ok(box !== null)
    await strip.tap({ position: { x: box.width / 4, y: box.height / 2 } })
    await queue(page).getByRole('button', { name: 'Cleaning', exact: true }).tap()
    await queue(page).getByRole('button', { name: 'Breakdown', exact: true }).tap()
    await page.getByText('Kept here: Cleaning, 2 stops').waitFor()
    await said(page, 'Cleaning').waitFor()
    await said(page, 'Breakdown').waitFor()
    await chip(page, '7 not sent').waitFor()

    await page.getByRole('region', { name: 'Handover' }).getByRole('button', { name: 'Seen' }).tap()
    await page.getByRole('region', { name: 'Handover' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Note', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Leave a note' })
    await dialog.getByRole('textbox', { name: 'What the next shift should know' }).fill('Runs hot since noon')
    await dialog.getByRole('button', { name: 'Next shift' }).tap()
    await dialog.waitFor({ state: 'detached' })
    await chip(page, '9 not sent').waitFor()
    assert.deepEqual(await stored(world(), workCenterId), [null, null, null, null])

    await page.reload()
    await said(page, 'Cleaning').waitFor({ timeout: SENT_MS })
    await chip(page, '9 not sent').tap()
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    await list.getByText('Runs hot since noon').waitFor()
    assert.equal(await list.getByRole('listitem').count(), 9)
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    const sent = await back()
    await chip(page, /^\d+ not sent$/).waitFor({ state: 'detached', timeout: SENT_MS })
    assert.deepEqual(await stored(world(), workCenterId), ['No material', 'No material', 'Cleaning', 'Breakdown', null])
    assert.equal(sent(), 7)
    const { currentShift } = await world().api<{ currentShift: { notes: readonly object[]; handover: { seenOn: string | null } } }>(
      'query ($workCenterId: Int!) { currentShift(workCenterId: $workCenterId) { notes { text kind owner } handover { seenOn } } }',
      { workCenterId },
    )
    assert.deepEqual(currentShift.notes, [{ text: 'Runs hot since noon', kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT' }])
    assert.ok(currentShift.handover.seenOn !== null)
    await page.close()
  })
}

const ask = (page: Page): Locator => page.getByRole('region', { name: /Question about a stop$/ })
const queue = (page: Page): Locator => page.getByRole('region', { name: 'To explain' })
const waiting = (page: Page, text: string): Locator => queue(page).locator('button[data-row]').filter({ hasText: text }).first()
const said = (page: Page, reason: string): Locator => queue(page).locator('button[data-row]').filter({ hasText: reason }).first()
const chip = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Operator mode' }).getByRole('button', { name })

async function leaveNote({ api }: World, workCenterId: number): Promise<void> {
  const { currentShift } = await api<{ currentShift: { shiftId: number; shiftDate: string } }>(
    'query ($workCenterId: Int!) { currentShift(workCenterId: $workCenterId) { shiftId shiftDate } }',
    { workCenterId },
  )
  const shiftDate = Temporal.PlainDate.from(currentShift.shiftDate).subtract({ days: 1 }).toString()
  const note = { text: 'Grease the bearing', kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT', shiftDate, shiftId: currentShift.shiftId }
  await api('mutation ($input: ShiftNoteInput!) { saveShiftNote(input: $input) { id } }', {
    input: { workCenterIds: [workCenterId], ...note },
  })
}

/** The reasons of the stops, the newest first. */
async function stored({ api }: World, workCenterId: number): Promise<readonly (string | null)[]> {
  const { lossesPages } = await api<{ lossesPages: { items: readonly { reason: { name: string } | null }[] } }>(
    'query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], source: STATUS }, sort: DESC) { items { reason { name } } } }',
    { id: workCenterId },
  )
  return lossesPages.items.map(({ reason }) => reason?.name ?? null)
}
