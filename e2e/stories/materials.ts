import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { SAME_CUT_MS } from '#engine/output/outputCut.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { chooseOption } from '../fields.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { cutOff } from './cutOff.ts'
import { scan } from './scanner.ts'

/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000

/** Stories about what goes into products, and what is left of it. */
export function materialsStories(world: () => World): void {
  /** When output was confirmed last. */
  let confirmedAt = 0
  test('a planner enters a product with its materials, and an order of it copies them until work begins', async () => {
    const { press } = world()
    const page = await world().openPage('/job-orders?view=items')
    await page.getByText('No products yet').waitFor()
    const enter = async (name: string, sku: string, isTracked: boolean) => {
      await page.getByRole('button', { name: 'New product' }).click()
      const panel = page.getByRole('dialog', { name: 'New product' })
      await panel.getByLabel('Name').fill(name)
      await panel.getByLabel('SKU').fill(sku)
      if (isTracked) await panel.getByLabel('Tracked by batches').check()
      await panel.getByRole('button', { name: 'Add product' }).click()
      await page.getByRole('dialog', { name: 'Product', exact: true }).getByText(sku).first().waitFor()
      await page.keyboard.press('Escape')
    }
    await enter('Metal Sheet', 'MS-0253', true)
    await enter('Down Tube', 'DT-2377', false)
    await page.getByRole('button', { name: 'Down Tube' }).click()
    const product = page.getByRole('dialog', { name: 'Product', exact: true })
    await product.getByRole('button', { name: 'Edit materials' }).click()
    await product.getByRole('button', { name: 'Add material' }).click()
    await product.getByRole('button', { name: 'Save materials' }).click()
    await product.getByText('This is a required field').first().waitFor()
    await product.getByLabel('Quantity').fill('1.5')
    // Comes into sight first: a list closes with the movement of what it lies in.
    await product.getByRole('combobox', { name: 'Material', exact: true }).click()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await chooseOption(product, 'Material', 'Metal Sheet · MS-0253')
    await assertAccessible(page)
    await product.getByRole('button', { name: 'Save materials' }).click()
    await product.getByText('MS-0253 · from installed batches').waitFor()
    await assertAccessible(page)

    const { createJobOrder } = await world().api<{ createJobOrder: { id: number } }>(
      `mutation { createJobOrder(input: { orderCode: "WH-1", status: PLANNED, productId: ${await idOf(world, 'DT-2377')}, workCenterId: ${press.workCenterId}, planOutput: 500, planCycleTime: 12 }) { id } }`,
    )
    await page.goto(`/job-orders?id=${createJobOrder.id}&panel=materials`)
    const order = page.getByRole('dialog', { name: 'Job order' })
    await order.getByRole('cell', { name: '750 pcs' }).waitFor()
    await order.getByText('not kept here').waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('a warehouse person receives a batch, installs it by a scan and writes some of it off', async () => {
    const { press } = world()
    const page = await world().openPage('/job-orders?view=stock')
    await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor()
    await page.getByRole('button', { name: 'Receive batch' }).click()
    const receive = page.getByRole('dialog', { name: 'Receive a batch' })
    await chooseOption(receive, 'Item', 'Metal Sheet · MS-0253')
    await receive.getByLabel('Batch code').fill('COIL-2041')
    await receive.getByLabel('Bar code on the label, if it is another one').fill('SUP-77')
    await receive.getByLabel('Quantity').fill('1800')
    await assertAccessible(page)
    await receive.getByRole('button', { name: 'Receive batch' }).click()
    await page.getByText('COIL-2041 received').waitFor()
    await page.getByRole('cell', { name: '1,800 pcs' }).waitFor()

    // The supplier's label has a code of its own.
    await scan(page, 'sup-77')
    const install = page.getByRole('dialog', { name: 'Install a batch' })
    assert.equal(await install.getByLabel('Batch code').inputValue(), 'COIL-2041')
    await install.getByLabel('Work center').selectOption({ label: press.name })
    await install.getByRole('button', { name: 'Install' }).click()
    await page.getByText(`COIL-2041 installed at ${press.name}`).waitFor()
    // Its row is of the machine from now on.
    await page
      .getByRole('row', { name: /COIL-2041/ })
      .filter({ hasText: press.name })
      .waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Write off COIL-2041' }).click()
    const off = page.getByRole('dialog', { name: 'Write off of COIL-2041' })
    await off.getByLabel('How much is written off').fill('2000')
    await off.getByRole('button', { name: 'Write off' }).click()
    // More than there is stands beside the field.
    await off.getByText('2000 are needed, 1800 are there').waitFor()
    await off.getByLabel('How much is written off').fill('300')
    await off.getByLabel('Comment').fill('Edges are bent')
    await off.getByRole('button', { name: 'Write off' }).click()
    await page.getByRole('cell', { name: '1,500 pcs' }).waitFor()

    // What happened to the batch, with who said why.
    await page
      .getByRole('row', { name: /COIL-2041/ })
      .getByRole('button', { name: 'Metal Sheet' })
      .click()
    const movements = page.getByRole('dialog', { name: 'Movements of COIL-2041' })
    await movements.getByText('Edges are bent').waitFor()
    assert.deepEqual(await movements.locator('ol b').allInnerTexts(), ['−300 pcs', '+1,800 pcs', '−1,800 pcs', '+1,800 pcs'])
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    assert.match(file.suggestedFilename(), /^stock.*\.csv$/i)
    await page.getByLabel('SKU').fill('no-such-sku')
    await page.getByText('Nothing is in stock here').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('cell', { name: '1,500 pcs' }).waitFor()

    await scan(page, 'no-such-code')
    await page.getByText('Unknown code: no-such-code').waitFor()
    await page.close()
  })

  test('an operator installs a batch at the machine by a scan, and takes it off while there is no connection', async () => {
    const { press } = world()
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    const here = page.getByRole('region', { name: 'Material here' })
    const takeOff = here.getByRole('button', { name: 'Take off COIL-2041' })
    await takeOff.click()
    await page.getByText('COIL-2041 taken off').waitFor()
    await takeOff.waitFor({ state: 'detached' })
    await scan(page, 'coil-2041')
    await page.getByText('COIL-2041 installed').waitFor()
    await takeOff.waitFor()
    await assertAccessible(page)

    const back = await cutOff(page)
    await takeOff.click()
    await page.getByText('COIL-2041: taking off is kept here, not sent yet').waitFor({ timeout: SENT_MS })
    await chip(page, '1 not sent').click()
    await page.getByRole('dialog', { name: 'Not sent yet' }).getByText(`${press.name}: take off COIL-2041`).waitFor()
    await page.keyboard.press('Escape')
    await back()
    await chip(page, /not sent$/).waitFor({ state: 'detached', timeout: SENT_MS })
    await takeOff.waitFor({ state: 'detached', timeout: SENT_MS })
    const { stocks } = await world().api<{ stocks: readonly { balance: number; workCenterId: number | null }[] }>(
      '{ stocks(hasBalance: true) { balance workCenterId } }',
    )
    assert.deepEqual(stocks, [{ balance: 1500, workCenterId: null }])
    // As it was for the stories that follow.
    await world().api(`mutation { installBatch(code: "COIL-2041", workCenterId: ${press.workCenterId}) { id } }`)
    await page.close()
  })

  test('a scanned container opens the confirmation with it, and one scanned there is added', async () => {
    const { api, press } = world()
    const { jobOrdersPages } = await api<{ jobOrdersPages: { items: readonly { id: number; orderCode: string }[] } }>(
      '{ jobOrdersPages(filter: { orderCodeFilter: "WH-1" }) { items { id orderCode } } }',
    )
    const id = jobOrdersPages.items.find(({ orderCode }) => orderCode === 'WH-1')?.id ?? 0
    await api(`mutation { startJobOrder(id: ${id}) { id } }`)
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    await page.getByRole('region', { name: 'Material here' }).waitFor()
    const running = page.getByRole('article', { name: 'WH-1' })
    await running.getByRole('button', { name: 'Confirm…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    const codes = sheet.getByLabel('Containers, separated by commas')
    const key = (name: string) => sheet.getByRole('button', { name, exact: true })
    // A code that nobody knows is a new container.
    for (const code of ['BOX-117', 'BOX-118']) {
      await scan(page, code, key('Delete the last digit'))
      await sheet.getByText(code === 'BOX-117' ? '1 container' : '2 containers').waitFor()
    }
    assert.equal(await codes.inputValue(), 'BOX-117, BOX-118')
    await assertAccessible(page)
    for (const digit of ['1', '0']) await key(digit).click()
    await key('Confirm 10').click()
    await sheet.waitFor({ state: 'detached' })
    confirmedAt = Date.now()
    const { outputConfirmations } = await api<{ outputConfirmations: readonly { output: number; container: { code: string } | null }[] }>(
      `{ outputConfirmations(jobOrderIds: [${id}]) { output container { code } } }`,
    )
    const put = outputConfirmations.map(({ output, container }) => `${container?.code} ${output}`).toSorted()
    assert.deepEqual(put, ['BOX-117 5', 'BOX-118 5'])

    // What is in it comes first; an empty one is filled at once.
    await scan(page, 'box-117')
    const content = page.getByRole('dialog', { name: 'Container BOX-117' })
    await assertAccessible(page)
    await content.getByRole('button', { name: 'Confirm output into it' }).click()
    await codes.waitFor()
    assert.equal(await codes.inputValue(), 'BOX-117')
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await sheet.waitFor({ state: 'detached' })
    await scan(page, 'box-117')
    await content.getByRole('button', { name: 'Empty it' }).click()
    await content.waitFor({ state: 'detached' })
    await scan(page, 'box-117')
    await codes.waitFor()
    assert.equal((await codes.inputValue()).toUpperCase(), 'BOX-117')
    await page.close()
  })

  test('where material is short the sheet says it before it is sent, and leads on: another batch, the right balance, or without cover', async () => {
    const { api, press } = world()
    const track = (mode: string) =>
      api(
        `mutation { updateJobOrderSettings(input: { workCenterId: ${press.workCenterId}, consumptionTracking: ${mode} }) { consumptionTracking } }`,
      )
    const before = await api<{ jobOrderSettings: { consumptionTracking: string } }>(
      `{ jobOrderSettings(workCenterId: ${press.workCenterId}) { consumptionTracking } }`,
    )
    const { batches } = await api<{ batches: { items: readonly { id: number; code: string; balance: number }[] } }>(
      '{ batches(hasBalance: true) { items { id code balance } } }',
    )
    const coil = batches.items.find(({ code }) => code === 'COIL-2041')
    assert.ok(coil !== undefined)
    await track('WITH_BOM_VALIDATION')
    await api(
      `mutation { chargeOffBatch(batchId: ${coil.id}, workCenterId: ${press.workCenterId}, balance: ${coil.balance - 100}) { id } }`,
    )
    await api(`mutation { createBatch(itemId: ${await idOf(world, 'MS-0253')}, code: "COIL-2042", quantity: 20) { id } }`)
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    // What is counted at once after a confirmation is taken for a second tap on the same.
    await sleep(Math.max(0, confirmedAt + SAME_CUT_MS + SECOND_MS - Date.now()))
    await page.getByRole('article', { name: 'WH-1' }).getByRole('button', { name: 'Confirm…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    const key = (name: string) => sheet.getByRole('button', { name, exact: true })
    for (const digit of ['1', '0', '0']) await key(digit).click()
    // 1.5 for each piece.
    await sheet.getByText('Metal Sheet: 150 are needed, 100 are there').waitFor()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Install another batch' }).click()
    const install = page.getByRole('dialog', { name: 'Install a batch' })
    await install.getByLabel('Batch code').fill('COIL-2042')
    await assertAccessible(page)
    await install.getByRole('button', { name: 'Install', exact: true }).click()
    await sheet.getByText('Metal Sheet: 150 are needed, 120 are there').waitFor()
    await sheet.getByRole('button', { name: 'Correct the balance of COIL-2042' }).click()
    const count = page.getByRole('dialog', { name: 'Count COIL-2042' })
    await count.getByLabel('Counted').fill('30')
    await count.getByLabel('Comment').fill('Counted at the machine')
    await count.getByRole('button', { name: 'Count', exact: true }).click()
    await sheet.getByText('Metal Sheet: 150 are needed, 130 are there').waitFor()
    await sheet.getByText('1 material as required').click()
    await sheet.getByText('COIL-2041 100 + COIL-2042 30 · 20 not covered').waitFor()
    await sheet.getByLabel('Confirm anyway; assign a batch to the rest later').check()
    assert.ok(await key('Confirm 100').isDisabled())
    await sheet.getByLabel('Comment (why it is confirmed without cover)').fill('The coil was longer than its label says')
    await assertAccessible(page)
    await key('Confirm 100').click()
    await sheet.waitFor({ state: 'detached' })
    const { uncoveredConsumptions } = await api<{ uncoveredConsumptions: readonly { quantity: number; item: { sku: string } }[] }>(
      '{ uncoveredConsumptions { quantity item { sku } } }',
    )
    assert.deepEqual(uncoveredConsumptions, [{ quantity: 20, item: { sku: 'MS-0253' } }])
    await track(before.jobOrderSettings.consumptionTracking)
    await page.close()
  })
}

/** What the header says of things that are not sent. */
function chip(page: Page, name: RegExp | string) {
  return page.getByRole('banner').getByRole('button', { name })
}

async function idOf(world: () => World, sku: string): Promise<number> {
  const { itemsPages } = await world().api<{ itemsPages: { items: readonly { id: number; sku: string }[] } }>(
    `{ itemsPages(search: "${sku}") { items { id sku } } }`,
  )
  return itemsPages.items.find((item) => item.sku === sku)?.id ?? 0
}
