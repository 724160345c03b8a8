import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { chooseOption } from '../fields.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { cutOff } from './cutOff.ts'

/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000

/** Types as fast as a scanner on a cable does. */
async function scan(page: Page, text: string): Promise<void> {
  await page.evaluate((keys) => {
    for (const key of [...keys, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, text)
}

/** Stories about what goes into products, and what is left of it. */
export function materialsStories(world: () => World): void {
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
    await page.goto(`/job-orders?id=${createJobOrder.id}`)
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
    await receive.getByLabel('Quantity').fill('1800')
    await assertAccessible(page)
    await receive.getByRole('button', { name: 'Receive batch' }).click()
    await page.getByText('COIL-2041 received').waitFor()
    await page.getByRole('cell', { name: '1,800 pcs' }).waitFor()

    await scan(page, 'coil-2041')
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
    await off.getByRole('button', { name: 'Write off' }).click()
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
