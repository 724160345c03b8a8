import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Page } from 'playwright-core'
import { signIn, until } from '../browser.ts'
import { addMachine, connectDevice } from '../device.ts'
import { COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { setShifts } from './stoppedMachine.ts'
import { scan } from './scanner.ts'
import { addOperator, PASSWORD } from './station.ts'

const PATIENCE_MS = 60_000

/** Stories of the people who answer for what was made: what machines counted, and what was confirmed of it. */
export function outputStories(world: () => World): void {
  test('a border of an order is moved by keys and dragged, with what that does told before, and moved back', async () => {
    const { deviceId, orderId } = await countingMachine(world(), 'Border press', 'BP')
    const made = async () =>
      (
        await world().api<{ jobOrder: { madeOutput: { totalOutput: number } } }>(
          'query ($id: Int!) { jobOrder(id: $id) { madeOutput { totalOutput } } }',
          { id: orderId },
        )
      ).jobOrder.madeOutput.totalOutput
    // Figures follow by recalculation, on a busy machine later than the answer.
    const untilMade = async (isThere: (units: number) => boolean, problem: string) => {
      const giveUpAt = performance.now() + PATIENCE_MS
      while (!isThere(await made())) {
        assert.ok(performance.now() < giveUpAt, problem)
        await sleep(100)
      }
    }
    const counted = await made()
    const page = await world().openPage(`/boxes/${deviceId}?tab=history`)
    const start = page.getByRole('slider', { name: 'Start of BP-1' })
    await start.focus()
    for (let minute = 0; minute < 5; minute++) await page.keyboard.press('ArrowLeft')
    const effect = page.getByRole('status').filter({ hasText: 'Let go or press Enter' })
    await effect.getByText('Without an order').waitFor()
    await effect.getByText('OEE of the shift').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText(/^Border moved from /).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The border is where it was').waitFor()
    await untilMade((units) => units === counted, 'it has not what it had before')

    const end = page.getByRole('slider', { name: 'End of BP-1' })
    const box = (await end.boundingBox()) ?? assert.fail('the end of the order has no grip')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 15, y, { steps: 5 })
    await effect.getByText('BP-1', { exact: true }).waitFor()
    await page.mouse.up()
    await untilMade((units) => units < counted, 'what was counted after its end is still its own')
    await page.close()
  })

  test('in the list output of an order is confirmed by a button that keeps its place, and a forgotten end is dated back from its menu', async () => {
    await countingMachine(world(), 'Listed press', 'LP')
    const page = await world().openPage('/job-orders?q=LP-')
    const confirm = page.getByRole('button', { name: 'Confirm LP-1' })
    await confirm.waitFor()
    await page.getByRole('button', { name: 'Start LP-2' }).waitFor()

    // What cannot be done now is said with the reason, over whatever scrolls.
    await page.getByRole('button', { name: 'More for LP-1' }).click()
    const menu = page.getByRole('menu', { name: 'More for LP-1' })
    const hindered = menu.getByRole('menuitem', { name: /^Cancel order/ })
    assert.equal(await hindered.getAttribute('aria-disabled'), 'true')
    await hindered.getByText('output', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Start LP-1' }).click()
    await page.getByText('LP-1 started').waitFor()
    await page.getByRole('button', { name: 'Pause LP-1' }).waitFor()

    // What had been counted waits also now; who forgot to say that it ended says when.
    await confirm.waitFor()
    await page.getByRole('button', { name: 'More for LP-1' }).click()
    await menu.getByRole('menuitem', { name: 'Paused earlier…' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    const { jobOrders } = await world().api<{ jobOrders: readonly { id: number }[] }>('{ jobOrders(orderCodeFilter: "LP-2") { id } }')
    const began = Date.now() - 4 * MINUTE_MS
    await world().api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', {
      id: jobOrders[0]?.id,
      at: new Date(began).toISOString(),
    })
    await page.getByRole('button', { name: 'More for LP-2' }).click()
    await page.getByRole('menuitem', { name: 'Finished earlier…' }).click()
    const ended = page.getByRole('dialog', { name: 'When was LP-2 finished?' })
    await ended.getByRole('button', { name: '−1 min', exact: true }).click()
    await ended.getByRole('button', { name: '−1 min', exact: true }).click()
    await assertAccessible(page)
    await ended.getByRole('button', { name: /^Finished at/ }).click()
    await page.getByText('LP-2 finished').waitFor()
    const { jobOrder } = await world().api<{ jobOrder: { runs: readonly { timeEnd: string | null }[] } }>(
      'query ($id: Int!) { jobOrder(id: $id) { runs { timeEnd } } }',
      { id: jobOrders[0]?.id },
    )
    const minutes = (Date.now() - Date.parse(jobOrder.runs[0]?.timeEnd ?? '')) / MINUTE_MS
    assert.ok(minutes > 1.5 && minutes < 4, `ended ${minutes.toFixed(1)} minutes ago`)

    await confirm.click()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    await sheet.getByRole('button', { name: /^Confirm \d/ }).click()
    await sheet.waitFor({ state: 'detached' })
    // Who taps once more meets the same button.
    await confirm.waitFor()
    await page.close()
  })

  test('a shift lead gives output its order, confirms several as counted and puts one right', async () => {
    const { workCenterId, orderId } = await countingMachine(world(), 'Counting press', 'CP')
    const page = await world().openPage(`/output?wc=${workCenterId}&issues=ALL`)
    await page.getByRole('heading', { level: 1, name: 'Output' }).waitFor()
    await page.getByRole('cell', { name: 'CP-1' }).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Assign order' }).first().click()
    const question = page.getByRole('dialog', { name: 'Which order was this?' })
    await question.getByText('CP-2').click()
    await assertAccessible(page)
    await question.getByRole('button', { name: 'Assign order' }).click()
    await page.getByText('Assigned to CP-2').waitFor()
    // A wrong choice is taken back by one tap, and made anew.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('CP-2 has this output no more').waitFor()
    await page.getByRole('cell', { name: 'CP-2' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Assign order' }).first().click()
    await question.getByText('CP-2').click()
    await question.getByRole('button', { name: 'Assign order' }).click()
    await page.getByText('Assigned to CP-2').waitFor()
    await page.getByRole('cell', { name: 'CP-2' }).waitFor()

    const rowOf = (code: string) => page.getByRole('row').filter({ hasText: code })
    await rowOf('CP-1').getByRole('checkbox').check()
    await rowOf('CP-2').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    const many = page.getByRole('dialog', { name: 'Confirm as counted' })
    await many.getByText(/^2 outputs: /).waitFor()
    await assertAccessible(page)
    await many.getByRole('button', { name: 'Confirm 2 outputs' }).click()
    await many.getByText(/^Confirmed: /).waitFor()
    await many.getByRole('button', { name: 'Close' }).last().click()
    await page.getByLabel('State').selectOption({ label: 'Not confirmed' })
    await page.getByText('Everything is confirmed ✓').waitFor()

    await page.getByRole('link', { name: 'Confirmed' }).click()
    const confirmed = page.getByRole('row').filter({ hasText: 'CP-1' })
    // An act of several rows shows them in its place.
    await confirmed.getByRole('button').first().click()
    const posting = page.getByRole('dialog', { name: 'Confirmation' })
    await posting.getByRole('button', { name: 'Correct' }).click()
    await posting.getByLabel('Accepted').fill('101')
    await posting.getByRole('button', { name: 'Save correction' }).click()
    // Nothing is put right without a reason.
    await posting.getByLabel('Why?').fill('Two were test parts')
    await assertAccessible(page)
    await posting.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText('Confirmation corrected').waitFor()
    await posting.getByText('101 pcs', { exact: true }).waitFor()
    // It says what it replaces, and that what replaced it.
    await posting.getByRole('button', { name: 'What it replaces' }).click()
    await posting.getByRole('button', { name: 'What replaced it' }).click()
    await posting.getByRole('button', { name: 'Cancel confirmation' }).click()
    await posting.getByLabel('Why?').fill('Counted for another order')
    await posting.getByRole('button', { name: 'Cancel confirmation' }).last().click()
    await page.getByText('Confirmation cancelled').waitFor()
    await page.keyboard.press('Escape')
    await confirmed.waitFor({ state: 'detached' })
    await page.getByLabel('Also cancelled ones').check()
    await confirmed.first().waitFor()

    // What waits again is confirmed from its order as well.
    await page.goto(`/job-orders?id=${orderId}`)
    const order = page.getByRole('dialog', { name: 'Job order' })
    await order.getByRole('button', { name: 'Confirm output' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    await sheet.locator('[data-main]').click()
    await page.getByText(/^CP-1: \d+ confirmed$/).waitFor()
    // Its drawer lists what was counted and confirmed of it, and there it is put right again.
    await order.getByRole('link', { name: 'Output', exact: true }).click()
    const counted = order.getByRole('region', { name: 'Counted' })
    await counted
      .getByText(/ confirmed$/)
      .first()
      .waitFor()
    const done = order.getByRole('region', { name: 'Confirmed' })
    await done
      .getByRole('button', { name: / accepted$/ })
      .first()
      .click()
    await assertAccessible(page)
    await done.getByRole('button', { name: 'Cancel confirmation' }).click()
    await done.getByLabel('Why?').fill('Counted for another order')
    await done.getByRole('button', { name: 'Cancel confirmation' }).last().click()
    await page.getByText('Confirmation cancelled').waitFor()
    await counted.getByRole('button', { name: 'Confirm', exact: true }).first().click()
    await sheet.locator('[data-main]').click()
    await page.getByText(/^CP-1: \d+ confirmed$/).waitFor()
    await counted.getByRole('button', { name: 'Confirm', exact: true }).waitFor({ state: 'detached' })
    await assertAccessible(page)
    await page.close()
  })

  test('on a phone what was counted is corrected in its drawer, and the stock is one tap away', async () => {
    const { workCenterId } = await countingMachine(world(), 'Counting lathe', 'CL')
    const page = await world().openPage(`/output?wc=${workCenterId}`, { width: 390, height: 844, hasTouch: true })
    const opened = page.locator('[data-open]')
    // The newest still counts: the one after it is over.
    await opened.nth(1).tap()
    const panel = page.getByRole('dialog', { name: 'Output' })
    await panel.getByRole('link', { name: 'CL-1' }).waitFor()
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Correct count' }).tap()
    await panel.getByLabel(/^Accepted/).fill('90')
    await panel.getByLabel('Why?').fill('Ten test parts')
    await panel.getByRole('button', { name: 'Save count' }).tap()
    await page.getByText('Count corrected').waitFor()
    await panel.getByText('90 pcs', { exact: true }).first().waitFor()
    assert.ok((await panel.locator('s').count()) > 0, 'its own count stays visible')
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'By day' }).check()
    await page.getByText(/ made, 0 of it confirmed/).waitFor()
    await page.getByText('The same as a table').tap()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Stock' }).tap()
    await page.getByRole('button', { name: 'Receive batch' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Check' }).tap()
    await page.getByText('Orders of the last 14 days', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('what two orders made together goes into the containers that are scanned, each of its own line', async () => {
    const { api } = world()
    const { deviceId, orderId } = await countingMachine(world(), 'Twin lathe', 'TW')
    const at = new Date(Date.now() - 4 * MINUTE_MS).toISOString()
    const { jobOrdersPages } = await api<{ jobOrdersPages: { items: readonly { id: number }[] } }>(
      '{ jobOrdersPages(filter: { orderCodeFilter: "TW-2" }) { items { id } } }',
    )
    const ids = [orderId, jobOrdersPages.items[0]?.id ?? 0]
    for (const id of ids) await api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', { id, at })
    const page = await world().openPage(`/boxes/${deviceId}`)
    await page.getByRole('article', { name: 'TW-1' }).getByRole('button', { name: 'Confirm…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    const key = (name: string) => sheet.getByRole('button', { name, exact: true })
    const lines = sheet.getByRole('group', { name: 'Orders that it was counted for' })
    for (const [code, box, digit] of [
      ['TW-1', 'BOX-201', '6'],
      ['TW-2', 'BOX-202', '4'],
    ] as const) {
      await lines.getByRole('button', { name: code }).click()
      await key(digit).click()
      await scan(page, box, key('Delete the last digit'))
      await sheet.getByText('1 container').waitFor()
      assert.equal(await sheet.getByLabel('Containers, separated by commas').inputValue(), box)
    }
    await assertAccessible(page)
    await key('Confirm 10').click()
    await sheet.waitFor({ state: 'detached' })
    const { outputConfirmations } = await api<{ outputConfirmations: readonly { output: number; container: { code: string } | null }[] }>(
      `{ outputConfirmations(jobOrderIds: [${ids.join(', ')}]) { output container { code } } }`,
    )
    const inBox = (box: string) =>
      outputConfirmations.reduce((sum, { output, container }) => (container?.code === box ? sum + output : sum), 0)
    assert.deepEqual([inBox('BOX-201'), inBox('BOX-202')], [6, 4])
    await page.close()
  })

  test('of two tablets that confirm the same the slower one hears who was faster, and counts again in one tap with what was typed', async () => {
    const { api } = world()
    const { workCenterId, deviceId, orderId } = await countingMachine(world(), 'Shared lathe', 'SL')
    await api(
      'mutation ($id: Int!) { updateOutputSettings(input: { workCenterId: $id, allowMultipleOutputIIoTConfirmation: true }) { __typename } }',
      { id: workCenterId },
    )
    await api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', {
      id: orderId,
      at: new Date(Date.now() - 4 * MINUTE_MS).toISOString(),
    })
    const { login } = await addOperator(world(), 'daryna', workCenterId)
    const other = await world().newPage({ companyId: COMPANY })
    await signIn(other, `/boxes/${deviceId}`, login, PASSWORD)
    const page = await world().openPage(`/boxes/${deviceId}`)
    const sheetOf = async (shown: Page) => {
      await shown
        .getByRole('article', { name: 'SL-1' })
        .getByRole('button', { name: /^Confirm/ })
        .click()
      const sheet = shown.getByRole('dialog', { name: 'Confirm output' })
      await sheet.getByText(/counted and not confirmed$/).waitFor()
      return sheet
    }
    const [sheet, theirs] = [await sheetOf(page), await sheetOf(other)]
    await sheet.getByLabel('Comment').fill('Checked by hand')
    await theirs.getByRole('button', { name: '3', exact: true }).click()
    await theirs.locator('[data-main]').click()
    await theirs.waitFor({ state: 'detached' })

    await sheet.locator('[data-main]').click()
    await sheet.getByText(/^daryna Operator confirmed at .+ Reasons, containers and comment stay\.$/).waitFor()
    await assertAccessible(page)
    const before = await confirmedOf(world(), orderId)
    assert.deepEqual(before, [{ output: 3, comment: null }])
    await sheet.getByRole('button', { name: 'Count again' }).click()
    await sheet.getByText(/^daryna Operator confirmed/).waitFor({ state: 'detached' })
    assert.equal(await sheet.getByLabel('Comment').inputValue(), 'Checked by hand')
    await sheet.locator('[data-main]').click()
    await sheet.waitFor({ state: 'detached' })
    const { jobOrder } = await api<{
      jobOrder: { countedOutput: { totalOutput: number }; acceptedOutput: number; madeOutput: { totalOutput: number } }
    }>('query ($id: Int!) { jobOrder(id: $id) { acceptedOutput countedOutput { totalOutput } madeOutput { totalOutput } } }', {
      id: orderId,
    })
    const booked = await confirmedOf(world(), orderId)
    assert.ok(booked.some(({ comment }) => comment === 'Checked by hand'))
    // What both booked is what was counted, once.
    assert.equal(jobOrder.acceptedOutput + jobOrder.countedOutput.totalOutput, jobOrder.madeOutput.totalOutput)
    assert.equal(
      booked.reduce((sum, { output }) => sum + output, 0),
      jobOrder.acceptedOutput,
    )
    await other.close()

    // An act is one line, found by what it filled, and unfolded to its rows.
    await api(
      'mutation ($id: Int!, $order: Int!) { confirmOutput(workCenterId: $id, jobOrderId: $order, acceptedOutput: 4, containerCodes: ["BOX-301", "BOX-302"]) { id } }',
      { id: workCenterId, order: orderId },
    )
    await page.goto('/output?tab=confirmations')
    await page.getByLabel('Batch or container').fill('box-302')
    await page.getByText('“box-302”').waitFor()
    const lines = page.getByRole('row').filter({ hasText: 'BOX-30' })
    await lines.filter({ hasText: 'BOX-301, BOX-302' }).waitFor()
    assert.equal(await lines.count(), 1)
    await lines.getByRole('button', { name: '2 rows', expanded: false }).click()
    await lines.nth(2).waitFor()
    assert.equal(await lines.count(), 3)
    await assertAccessible(page)
    await lines.getByRole('button', { name: '2 rows', expanded: true }).click()
    await lines.nth(1).waitFor({ state: 'detached' })
    await page.getByLabel('Batch or container').fill('')
    await page.getByLabel('Accepted or rejected').selectOption({ label: 'rejected' })
    await lines.first().waitFor({ state: 'detached' })
    await page.getByLabel('Accepted or rejected').selectOption({ label: 'Accepted and rejected' })
    await lines.first().getByRole('button', { name: 'Olena Kovalenko' }).click()
    await until(page, `new URLSearchParams(location.search).has('who')`)
    await lines.first().waitFor()
    await page.getByRole('row').filter({ hasText: 'daryna Operator' }).first().waitFor({ state: 'detached' })
    await page.close()
  })

  test('two taps at the machine reject a piece with its reason, and one takes it back', async () => {
    const { api } = world()
    const { workCenterId, deviceId, orderId } = await countingMachine(world(), 'Rejecting press', 'RP')
    await api(
      'mutation ($id: Int!) { updateOutputSettings(input: { workCenterId: $id, allowMultipleOutputIIoTConfirmation: true }) { __typename } }',
      {
        id: workCenterId,
      },
    )
    const { createLossReason } = await api<{ createLossReason: { id: number } }>(
      'mutation { createLossReason(input: { name: "Burr", category: QUALITY }) { id } }',
    )
    await api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', {
      id: orderId,
      at: new Date(Date.now() - 3 * MINUTE_MS).toISOString(),
    })
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, { width: 1280, height: 800, hasTouch: true })
    await page.getByRole('button', { name: 'Reject RP-1' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Reject' })
    await sheet.getByRole('button', { name: /^Burr/ }).tap()
    await sheet.getByText('1 piece rejected, the last: Burr').waitFor()
    await sheet.getByRole('button', { name: /^Burr/ }).tap()
    await sheet.getByText('2 pieces rejected, the last: Burr').waitFor()
    await assertAccessible(page)
    const rejected = async () =>
      (await api<{ jobOrder: { rejectedOutput: number } }>('query ($id: Int!) { jobOrder(id: $id) { rejectedOutput } }', { id: orderId }))
        .jobOrder.rejectedOutput
    assert.equal(await rejected(), 2)
    await sheet.getByRole('button', { name: 'Undo' }).tap()
    await sheet.getByText('1 piece rejected, the last: Burr').waitFor()
    assert.equal(await rejected(), 1)

    // A sheet of reasons that hangs at the machine does the same, also where the tiles are not open.
    await sheet.getByRole('button', { name: 'Close' }).first().tap()
    await sheet.waitFor({ state: 'detached' })
    await scan(page, `reason-${createLossReason.id}`)
    await sheet.getByText('1 piece rejected, the last: Burr').waitFor()
    await scan(page, `reason-${createLossReason.id}`)
    await sheet.getByText('2 pieces rejected, the last: Burr').waitFor()
    assert.equal(await rejected(), 3)
    await page.close()
  })
}

/** Returns what was confirmed of the order, row by row. */
async function confirmedOf(
  { api }: World,
  orderId: number,
): Promise<readonly { readonly output: number; readonly comment: string | null }[]> {
  const { outputConfirmations } = await api<{ outputConfirmations: readonly { output: number; comment: string | null }[] }>(
    `{ outputConfirmations(jobOrderIds: [${orderId}]) { output comment } }`,
  )
  return outputConfirmations
}

type Stage = { readonly workCenterId: number; readonly deviceId: string; readonly orderId: number }

/** Returns a machine that counted for an hour without an order, for half an hour with the first of two, and since then without one again. */
async function countingMachine(world: World, name: string, code: string): Promise<Stage> {
  const machine = await addMachine(world.product, world.api, name)
  const { workCenterId } = machine
  const now = Date.now()
  const clock = (hours: number) => `${new Date(now + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  await setShifts(
    world,
    workCenterId,
    [
      { code: 'A', name: 'Around', timeStart: clock(-6), timeEnd: clock(6) },
      { code: 'B', name: 'Beyond', timeStart: clock(6), timeEnd: clock(-6) },
    ],
    now - 2 * 24 * HOUR_MS,
  )
  const sku = `${code}-ITEM`
  const { createOrUpdateItem: item } = await world.api<{ createOrUpdateItem: { id: number } }>(
    'mutation ($sku: String!) { createOrUpdateItem(input: { name: $sku, sku: $sku, measureUnitId: 1 }) { id } }',
    { sku },
  )
  const create = async (orderCode: string) =>
    (
      await world.api<{ createJobOrder: { id: number } }>(
        `mutation ($code: String!, $item: Int!, $place: Int!) { createJobOrder(input: { orderCode: $code, status: PLANNED, productId: $item,
          workCenterId: $place, planOutput: 500, planCycleTime: 12 }) { id } }`,
        { code: orderCode, item: item.id, place: workCenterId },
      )
    ).createJobOrder.id
  const [first] = [await create(`${code}-1`), await create(`${code}-2`)]
  const device = await connectDevice(world.product, machine)
  const samples = Array.from({ length: 181 }, (_, half) => ({
    at: now - 90 * MINUTE_MS + half * 30_000,
    values: { POWER: 8, TOTAL_OUTPUT: half * 2 },
  }))
  await device.publish(...samples)
  await device.end()
  const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString()
  await world.api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', { id: first, at: at(30) })
  await world.api('mutation ($id: Int!, $at: DateTime) { stopJobOrder(id: $id, at: $at) { id } }', { id: first, at: at(5) })
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await isCounted(world, workCenterId))) {
    assert.ok(performance.now() < giveUpAt, `what ${name} counted does not appear`)
    await sleep(100)
  }
  return { workCenterId, deviceId: machine.deviceId, orderId: first ?? 0 }
}

/** Whether all that was counted is divided between what has an order and what has none. */
async function isCounted({ api }: World, workCenterId: number): Promise<boolean> {
  const { outputIIoTs } = await api<{ outputIIoTs: readonly { totalOutput: number; productionOrders: readonly unknown[] }[] }>(
    'query ($id: Int!) { outputIIoTs(workCenterIds: [$id], enabledForConfirmation: false) { totalOutput productionOrders { id } } }',
    { id: workCenterId },
  )
  const made = outputIIoTs.reduce((sum, { totalOutput }) => sum + totalOutput, 0)
  return made >= 355 && outputIIoTs.some(({ productionOrders }) => productionOrders.length > 0)
}
