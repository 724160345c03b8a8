import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Machine } from '../device.ts'
import type { PageOptions, World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { cutOff } from './cutOff.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** The machine's stops, in minutes before now. */
const STOPS = [110, 80, 50, 20].map((from) => ({ from, to: from - 10 }))
/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000

export function outboxStories(world: () => World): void {
  let added: Promise<Machine> | null = null
  const machineOf = () => (added ??= addStoppedMachine(world(), 'Press of the outbox', STOPS))
  const open = async (options: PageOptions = {}) => {
    const machine = await machineOf()
    const page = await world().openPage(`/boxes/${machine.deviceId}`, options)
    await stopsOf(page)
      .getByRole('button', { name: /^(Give reason|Change)/ })
      .nth(STOPS.length - 1)
      .waitFor()
    return page
  }
  const stored = async (): Promise<readonly (string | null)[]> => {
    const { lossesPages } = await world().api<{ lossesPages: { items: readonly { reason: { name: string } | null }[] } }>(
      `query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], source: STATUS }, sort: DESC) { items { reason { name } } } }`,
      { id: (await machineOf()).workCenterId },
    )
    return lossesPages.items.map(({ reason }) => reason?.name ?? null)
  }

  test('reasons that are given without a connection wait, also over a reload, and are sent once', async () => {
    const page = await open()
    const stops = stopsOf(page)
    await giving(stops).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Breakdown' }).waitFor()
    const back = await cutOff(page)
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    await chip(page, '1 not sent').waitFor({ timeout: SENT_MS })
    await panel.getByRole('button', { name: 'Cleaning' }).click()
    await chip(page, '2 not sent').waitFor()
    await panel.getByRole('button', { name: 'No material' }).click()
    await chip(page, '3 not sent').waitFor()
    await page.keyboard.press('Escape')
    await stops.getByText('not sent yet').nth(2).waitFor()
    assert.deepEqual(await stored(), [null, null, null, null])

    await page.reload()
    await chip(page, '3 not sent').click()
    await panel.getByText('It is kept on this device', { exact: false }).waitFor()
    assert.equal(await panel.getByRole('listitem').count(), 3)
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    const sent = await back()
    await chip(page, /not sent/).waitFor({ state: 'detached', timeout: SENT_MS })
    await stops.getByRole('link', { name: 'Breakdown' }).waitFor()
    assert.deepEqual(await stored(), ['Breakdown', 'Cleaning', 'No material', null])
    assert.equal(sent(), 3)
    await page.close()
  })

  test('what somebody else said meanwhile stays until the person decides', async () => {
    const page = await open()
    const stops = stopsOf(page)
    await giving(stops).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Breakdown' }).waitFor()
    const back = await cutOff(page)
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    await chip(page, '1 not sent').waitFor({ timeout: SENT_MS })
    await sayElsewhere(world(), (await machineOf()).workCenterId, 'Cleaning')
    await back()
    await chip(page, '1 needs you').click({ timeout: SENT_MS })
    await panel.getByText(/Cleaning \d\d:\d\d.* · you: Breakdown \d\d:\d\d/).waitFor()
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Replace with “Breakdown”' }).click()
    await panel.getByText('Everything is sent.').waitFor({ timeout: SENT_MS })
    await page.keyboard.press('Escape')
    assert.equal((await stored()).includes(null), false)
    assert.equal((await stored()).at(-1), 'Breakdown')
    await page.close()
  })

  test('a shift that was confirmed meanwhile stays as it is, and signing out with something unsent asks first', async () => {
    const ended = await addStoppedMachine(world(), 'Press of an ended shift', [{ from: 40, to: 30 }], 10)
    const page = await world().openPage(`/losses?wc=${ended.workCenterId}&source=STATUS&range=all`, {
      width: 390,
      height: 844,
      hasTouch: true,
    })
    await page.getByRole('button', { name: 'Give reason' }).first().tap()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'No material' }).waitFor()
    const back = await cutOff(page)
    await panel.getByRole('button', { name: 'No material' }).tap()
    await chip(page, '1 not sent').waitFor({ timeout: SENT_MS })
    const shiftId = await confirmEnded(world(), ended.workCenterId)
    await back()
    await chip(page, '1 needs you').tap({ timeout: SENT_MS })
    await panel.getByText('The shift was confirmed meanwhile', { exact: false }).waitFor()
    await assertAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Profile menu/ }).tap()
    await page.getByRole('menuitem', { name: 'Log out' }).tap()
    await page.getByRole('button', { name: 'Stay' }).tap()
    await world().api('mutation ($id: Int!) { reopenShift(id: $id, reason: "A stop has no reason yet") { id } }', { id: shiftId })
    await chip(page, '1 needs you').tap()
    await panel.getByRole('button', { name: 'Try again' }).tap()
    await panel.getByText('Everything is sent.').waitFor({ timeout: SENT_MS })
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'No material', exact: true }).waitFor()
    await page.close()
  })
}

const stopsOf = (page: Page): Locator => page.getByRole('region', { name: 'Stops of this shift' })
const giving = (stops: Locator): Locator => stops.getByRole('button', { name: /^Give reason/ })
const chip = (page: Page, name: string | RegExp): Locator => page.getByRole('banner').getByRole('button', { name })

async function sayElsewhere(world: World, workCenterId: number, name: string): Promise<void> {
  const { lossCategories } = await world.api<{ lossCategories: readonly { name: string; code: string }[] }>(
    'query ($id: Int!) { lossCategories(workCenterId: $id) { name code } }',
    { id: workCenterId },
  )
  const code = lossCategories.find((category) => category.name === name)?.code
  const { lossesPages } = await world.api<{ lossesPages: { items: readonly { id: number }[] } }>(
    `query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], issues: NO_REASON, source: STATUS }) { items { id } } }`,
    { id: workCenterId },
  )
  const [loss] = lossesPages.items
  assert.ok(code !== undefined && loss !== undefined, 'there is no stop without a reason, or no such reason')
  await world.api('mutation ($input: UpdateLossInput!) { updateLoss(input: $input) { id } }', {
    input: { id: loss.id, categoryCode: code },
  })
}

/** Confirms the shift of the work center that is over, once it may be; returns its id. */
async function confirmEnded(world: World, workCenterId: number): Promise<number> {
  const { shifts } = await world.api<{ shifts: readonly { id: number; status: string }[] }>(
    'query ($id: Int!) { shifts(filter: { workCenterIds: [$id] }) { id status } }',
    { id: workCenterId },
  )
  const shift = shifts.find(({ status }) => status === 'UNCONFIRMED')
  assert.ok(shift, 'no shift is over')
  await world.api('mutation ($id: Int!) { confirmShift(id: $id, comment: "All is said") { id } }', { id: shift.id })
  return shift.id
}
