import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseOption } from '../fields.ts'
import type { Locator } from 'playwright-core'
import { PIXEL } from '../pixel.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

/** What the API answers to whom it lets do nothing. */
const FORBIDDEN = { json: { data: null, errors: [{ message: 'refused', extensions: { code: 'FORBIDDEN' } }] } }

/** More than are asked for together. */
const MESSAGES = 230

/** Stories about planning job orders and working on them from the list. */
export function jobOrdersStories(world: () => World): void {
  test('a planner enters a product and an order, is told what the plan lacks, and starts, pauses and takes back', async () => {
    const { press } = world()
    const page = await world().openPage('/job-orders')
    await page.getByRole('heading', { level: 1, name: 'Job orders' }).waitFor()
    await page.getByText('No job orders yet').waitFor()
    await page.getByRole('list', { name: 'First steps' }).getByRole('link', { name: 'Add the products that you make' }).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'New job order' }).click()
    const panel = page.getByRole('dialog', { name: 'New job order' })
    await panel.getByRole('button', { name: 'Move to plan' }).click()
    // It is said before, and all that is missing stands beside its field at once.
    await panel.getByText('To be planned it still needs: Product, Quantity, Work center').waitFor()
    await panel.getByText('This is a required field').nth(1).waitFor()
    await assertAccessible(page)

    await panel.getByRole('button', { name: 'New product' }).click()
    const item = page.getByRole('dialog', { name: 'New product' })
    await item.getByLabel('Name').fill('Down Tube')
    await item.getByLabel('SKU').fill('DT-2377')
    await item.getByRole('button', { name: 'Add product' }).click()
    await item.waitFor({ state: 'hidden' })
    await panel.getByLabel('Quantity').fill('500')
    await panel.getByLabel('Work center').selectOption({ label: press.name })
    await panel.getByLabel('Seconds a unit').fill('12')
    await panel.getByText('Needs 1 h 40 min of production time').waitFor()
    await panel.getByRole('button', { name: 'Move to plan' }).click()
    await page.getByText('JO-1 created').waitFor()

    const order = page.getByRole('dialog', { name: 'Job order' })
    await order.getByText('JO-1 · Planned', { exact: true }).waitFor()
    await assertAccessible(page)
    await order.getByRole('button', { name: 'Start', exact: true }).click()
    await order.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await order.getByText('JO-1 started').waitFor()
    await assertAccessible(page)
    // It can be taken back where it was done, behind nothing.
    await order.getByRole('button', { name: 'Undo' }).click()
    await order.getByText('JO-1 is as it was before').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'In progress 0' }).waitFor()
    await page.getByRole('button', { name: 'Start JO-1' }).click()
    await page.getByRole('button', { name: 'Pause JO-1' }).waitFor()
    await page.close()
  })

  test('what a planner types outlasts what others do with the order, and an Undo that comes too late says so', async () => {
    const page = await world().openPage('/job-orders')
    const other = await world().openPage('/job-orders')
    await page.getByRole('button', { name: 'JO-1', exact: true }).click()
    const order = page.getByRole('dialog', { name: 'Job order' })
    await order.getByRole('button', { name: 'Edit', exact: true }).click()
    await order.getByLabel('Notes').fill('Blue ones first')
    await other.getByRole('button', { name: 'Pause JO-1' }).click()
    await order.getByText('JO-1 · Paused').waitFor()
    assert.equal(await order.getByLabel('Notes').inputValue(), 'Blue ones first')

    await other.getByRole('button', { name: 'JO-1', exact: true }).click()
    const theirs = other.getByRole('dialog', { name: 'Job order' })
    await theirs.getByRole('button', { name: 'Edit', exact: true }).click()
    await theirs.getByLabel('Notes').fill('Red ones first')
    await theirs.getByLabel('Quantity').fill('600')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await other.getByText('JO-1 saved').waitFor()
    await order.getByText('Somebody else changed this order meanwhile: Quantity, Notes.', { exact: false }).waitFor()
    await assertAccessible(page)
    await order.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal(await order.getByLabel('Quantity').inputValue(), '600')
    await order.getByRole('button', { name: 'Save' }).click()
    await order.getByText('Blue ones first').waitFor()
    await order.getByText('of 600', { exact: false }).waitFor()

    await order.getByRole('button', { name: 'Start', exact: true }).click()
    // The bar stays while somebody points at it.
    await order.getByText('JO-1 started').hover()
    await theirs.getByRole('button', { name: 'Pause', exact: true }).click()
    await order.getByText('JO-1 · Paused').waitFor()
    await order.getByRole('button', { name: 'Undo' }).click()
    await order.getByText('JO-1 could not be undone', { exact: false }).waitFor()
    await order.getByRole('button', { name: 'Start', exact: true }).click()
    await order.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await other.close()
    await page.close()
  })

  test('the next order takes the place of the one in progress when a planner says so, and what is cancelled can be had back', async () => {
    const { press } = world()
    const page = await world().openPage('/job-orders?id=new')
    const panel = page.getByRole('dialog', { name: 'New job order' })
    await panel.getByLabel('Quantity').fill('800')
    await panel.getByLabel('Work center').selectOption({ label: press.name })
    await panel.getByLabel('Seconds a unit').fill('20')
    await chooseOption(panel, 'Product', 'Down Tube')
    await panel.getByRole('button', { name: 'Move to plan' }).click()
    await page.getByText('JO-2 created').waitFor()
    await page.keyboard.press('Escape')
    // Whoever cannot learn what runs there starts nothing.
    const isLost = (body: string | null) => body?.includes('query OrdersAtWorkCenter') === true
    await page.route('**/api/graphql', (route) => (isLost(route.request().postData()) ? route.fulfill(FORBIDDEN) : route.fallback()))
    await page.getByRole('button', { name: 'Start JO-2' }).click()
    const refused = page.getByRole('dialog', { name: 'Job order' })
    await refused.getByRole('alert').filter({ hasText: 'Your role does not allow this' }).waitFor()
    await refused.getByText('JO-2 · Planned').waitFor()
    await page.unroute('**/api/graphql')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Start JO-2' }).click()
    await page.getByText('In progress here: JO-1').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Pause JO-1 and start' }).click()
    await page.getByText('JO-2 started').waitFor()
    await page.getByRole('button', { name: 'Start JO-1' }).waitFor()
    await page.getByRole('link', { name: 'Paused 1' }).click()
    await page.getByRole('button', { name: 'JO-1', exact: true }).waitFor()
    await page.getByRole('button', { name: 'JO-2', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'JO-1', exact: true }).click()
    const order = page.getByRole('dialog', { name: 'Job order' })
    await order.getByRole('link', { name: 'History' }).click()
    await order.getByText('Started').first().waitFor()
    await order.getByRole('button', { name: 'Cancel order' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel JO-1?' })
    await question.getByRole('button', { name: 'Cancel order' }).click()
    await order.getByRole('button', { name: 'Restore' }).click()
    await order.getByRole('button', { name: 'Start', exact: true }).waitFor()
    await page.close()
  })

  test('an order that is finished short of its plan is finished for good with a comment', async () => {
    const page = await world().openPage('/job-orders')
    await page.getByRole('button', { name: 'JO-2', exact: true }).click()
    const order = page.getByRole('dialog', { name: 'Job order' })
    await order.getByRole('button', { name: 'Finish', exact: true }).click()
    await order.getByText('JO-2 · Technically completed').waitFor()
    await order.getByRole('button', { name: 'Finish', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Finish JO-2' })
    await question.getByLabel('Comment').fill('The customer takes fewer')
    await assertAccessible(page)
    await question.getByRole('button', { name: 'Finish', exact: true }).click()
    await order.getByText('JO-2 · Completed').waitFor()
    await order.getByRole('link', { name: 'History' }).click()
    await assertAccessible(page)
    await order.getByText('The customer takes fewer', { exact: false }).waitFor()
    await page.close()
  })

  test('a drawer says whether its order is gone or cannot be read now', async () => {
    const page = await world().openPage('/job-orders?id=987654')
    const panel = page.getByRole('dialog', { name: 'Job order' })
    await panel.getByText('It was deleted, or you have no access to it.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'JO-1', exact: true }).waitFor()
    const isOpened = (body: string | null) => body?.includes('query JobOrderOpened') === true
    await page.route('**/api/graphql', (route) => (isOpened(route.request().postData()) ? route.fulfill(FORBIDDEN) : route.fallback()))
    await page.getByRole('button', { name: 'JO-1', exact: true }).click()
    await panel.getByRole('button', { name: 'Retry' }).waitFor()
    await panel.getByText('It was deleted', { exact: false }).waitFor({ state: 'detached' })
    await page.unroute('**/api/graphql')
    await panel.getByRole('button', { name: 'Retry' }).click()
    await panel.getByText('JO-1 · ', { exact: false }).first().waitFor()
    await page.close()
  })

  test('people write beside an order: the other sees it at once, a picture is shown, and what is written without a connection goes later', async () => {
    const page = await world().openPage('/job-orders')
    const other = await world().openPage('/job-orders')
    const [mine, theirs] = [page, other].map((one) => one.getByRole('dialog', { name: 'Job order' })) as [Locator, Locator]
    await page.getByRole('button', { name: 'JO-1', exact: true }).click()
    await mine.getByRole('link', { name: 'Messages' }).click()
    await mine.getByText('No messages. The next shift reads this first.').waitFor()
    await assertAccessible(page)
    await other.getByRole('button', { name: 'JO-1', exact: true }).click()
    await theirs.getByRole('link', { name: 'Messages' }).click()
    await theirs.getByText('No messages. The next shift reads this first.').waitFor()
    await mine.getByLabel('Write a message').fill('Waiting for coil')
    await page.keyboard.press('Control+Enter')
    await theirs.getByText('Waiting for coil').waitFor()
    assert.equal(await mine.getByLabel('Write a message').inputValue(), '')

    await mine.getByRole('button', { name: 'Change', exact: true }).click()
    await mine.getByLabel('Change', { exact: true }).fill('Waiting for coil 7')
    await mine.getByRole('button', { name: 'Save', exact: true }).click()
    await theirs.getByText('Waiting for coil 7').waitFor()
    await theirs.getByText('· changed', { exact: false }).first().waitFor()

    const svg = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    await mine.getByLabel('Picture or PDF').setInputFiles(svg)
    await mine.getByText('This file cannot be sent', { exact: false }).waitFor()
    await mine.getByLabel('Picture or PDF').setInputFiles({ name: 'coil.png', mimeType: 'image/png', buffer: PIXEL })
    await theirs.getByRole('img', { name: 'coil.png' }).waitFor()
    await assertAccessible(page)

    await page.context().setOffline(true)
    await mine.getByLabel('Write a message').fill('Coil 7 is here')
    await mine.getByRole('button', { name: 'Send', exact: true }).click()
    await mine.getByText('not sent yet').waitFor()
    await page.context().setOffline(false)
    await mine.getByText('not sent yet').waitFor({ state: 'detached' })
    await theirs.getByText('Coil 7 is here').waitFor()
    assert.equal(await theirs.getByText('Coil 7 is here').count(), 1)
    await mine.getByRole('listitem').filter({ hasText: 'Coil 7 is here' }).getByRole('button', { name: 'Delete' }).click()
    await theirs.getByText('Message deleted').waitFor()
    await other.close()
    await page.close()
  })

  test('what will be late is one tap away, its form one letter, its place two keys, and what another place does is told before', async () => {
    const { api, press } = world()
    const dueDate = new Date(Date.now() - 3_600_000).toISOString()
    const { createOrUpdateItem: item } = await api<{ createOrUpdateItem: { id: number } }>(
      'mutation { createOrUpdateItem(input: { name: "Fork End", sku: "FE-3760", measureUnitId: 1 }) { id } }',
    )
    // What is written into texts stays text.
    const description = '<img src="x" onerror="document.title=1">'
    for (const input of [{ orderCode: 'LATE-0' }, { orderCode: 'LATE-1', dueDate, description }])
      await api('mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }', {
        input: { ...input, status: 'PLANNED', productId: item.id, workCenterId: press.workCenterId, planOutput: 500, planCycleTime: 12 },
      })
    const page = await world().openPage('/job-orders')
    await page.getByRole('button', { name: 'LATE-0', exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Late 1', exact: true }).check()
    await page.getByRole('button', { name: 'LATE-0', exact: true }).waitFor({ state: 'detached' })
    assert.match(page.url(), /late=late/)
    await assertAccessible(page)

    // It stands behind the other one until two keys move it up.
    await page.getByRole('button', { name: 'LATE-1', exact: true }).focus()
    const place = () => placeOf(world(), 'LATE-1')
    const before = await place()
    await page.keyboard.press('Alt+ArrowUp')
    const moved = page.getByRole('status').filter({ hasText: `LATE-1: place ${before - 1} at ${press.name}` })
    await moved.waitFor()
    assert.equal(await place(), before - 1)
    // What that does to ends and due dates stands with it, and the way back.
    await moved.getByText(/^\d+ orders? late|^late: |^No end moves by a minute/).waitFor()
    await assertAccessible(page)
    await moved.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `LATE-1: place ${before} at ${press.name}` })
      .waitFor()
    assert.equal(await place(), before)
    await page.getByRole('button', { name: 'LATE-1', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await moved.waitFor()
    await page.getByRole('button', { name: 'LATE-1', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText(`LATE-1: place ${before} at ${press.name}`).waitFor()

    await page.getByRole('button', { name: 'LATE-1', exact: true }).focus()
    await page.keyboard.press('e')
    const drawer = page.getByRole('dialog', { name: 'Job order' })
    assert.equal(await drawer.getByLabel('Description').inputValue(), description)
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.equal(await drawer.getByLabel('Quantity').inputValue(), '500')
    await drawer.getByRole('button', { name: 'Move to…' }).click()
    const asked = page.getByRole('dialog', { name: 'Move LATE-1' })
    await asked.getByText('It stands there now.').waitFor()
    await asked.getByLabel('Position in the queue').selectOption({ label: 'To the top' })
    // What that does is told before it can be pressed.
    await asked.locator('button[aria-disabled="true"], button:disabled').waitFor({ state: 'detached' })
    await assertAccessible(page)
    await asked.getByRole('button', { name: 'Move', exact: true }).click()
    await asked.waitFor({ state: 'detached' })
    assert.equal(await place(), 1)
    await page.close()
  })

  test('the list hears from the hub of orders that others start and cancel', async () => {
    const { api, press } = world()
    const { createOrUpdateItem: item } = await api<{ createOrUpdateItem: { id: number } }>(
      'mutation { createOrUpdateItem(input: { name: "Fork Crown", sku: "FC-3654", measureUnitId: 1 }) { id } }',
    )
    const { createJobOrder: order } = await api<{ createJobOrder: { id: number } }>(
      'mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }',
      {
        input: {
          orderCode: 'HUB-1',
          status: 'PLANNED',
          productId: item.id,
          workCenterId: press.workCenterId,
          planOutput: 500,
          planCycleTime: 12,
        },
      },
    )
    const page = await world().openPage('/job-orders?q=HUB-1')
    const frames: string[] = []
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void frames.push(String(payload))))
    await page.reload()
    await page.getByRole('button', { name: 'Start HUB-1' }).waitFor()
    // A page that is not live yet asks again once it is, and hears nothing of what was before.
    await page.locator('[data-status="live"]').first().waitFor()
    await api(`mutation { startJobOrder(id: ${order.id}, running: STOP) { id } }`)
    await page.getByRole('button', { name: 'Pause HUB-1' }).waitFor()
    await eventuallyTrue(() => frames.some((text) => text.includes('jobOrdersChanged') && text.includes('PROGRESS')))

    const before = frames.length
    await api(`mutation { stopJobOrder(id: ${order.id}) { id } }`)
    await page.getByRole('button', { name: 'Start HUB-1' }).waitFor()
    await api(`mutation { cancelJobOrder(id: ${order.id}) { id } }`)
    await page.getByRole('button', { name: 'Restore HUB-1' }).waitFor()
    await eventuallyTrue(() => frames.slice(before).some((text) => text.includes('jobOrdersChanged')))
    await page.close()
  })

  test('messages older than the newest two hundred are read on, and stay while others write', async () => {
    const { api, press } = world()
    const { createOrUpdateItem: item } = await api<{ createOrUpdateItem: { id: number } }>(
      'mutation { createOrUpdateItem(input: { name: "Head Tube", sku: "HT-8020", measureUnitId: 1 }) { id } }',
    )
    const { createJobOrder: order } = await api<{ createJobOrder: { id: number } }>(
      'mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }',
      { input: { orderCode: 'TALK-1', productId: item.id, workCenterId: press.workCenterId, planOutput: 500, planCycleTime: 12 } },
    )
    const say = async (content: string) =>
      await api('mutation ($id: Int!, $content: String!) { addConversationMessage(jobOrderId: $id, content: $content) { id } }', {
        id: order.id,
        content,
      })
    for (let number = 1; number <= MESSAGES; number++) await say(`Message ${number}.`)

    const page = await world().openPage(`/job-orders?id=${order.id}&panel=conversation`)
    const drawer = page.getByRole('dialog', { name: 'Job order' })
    const said = drawer.getByText(/^Message \d+\.$/)
    const earlier = drawer.getByRole('button', { name: 'Show earlier messages' })
    await drawer.getByText(`Message ${MESSAGES}.`, { exact: true }).waitFor()
    // Fifty more with each tap, also beyond those that are asked for together.
    for (let shown = 50; shown < MESSAGES; shown = Math.min(MESSAGES, shown + 50)) {
      await eventuallyTrue(async () => (await said.count()) === shown)
      await earlier.click()
    }
    await drawer.getByText('Message 1.', { exact: true }).waitFor()
    await earlier.waitFor({ state: 'detached' })
    await say(`Message ${MESSAGES + 1}.`)
    await drawer.getByText(`Message ${MESSAGES + 1}.`, { exact: true }).waitFor()
    const all = Array.from({ length: MESSAGES + 1 }, (_none, index) => `Message ${index + 1}.`)
    assert.deepEqual(await said.allInnerTexts(), all, 'each once, in its order')
    await page.close()
  })
}

async function eventuallyTrue(isIt: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await isIt()); tries++) await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(await isIt())
}

/** Returns the place of the order in the queue of its work center. */
async function placeOf({ api }: World, orderCode: string): Promise<number> {
  const { jobOrders } = await api<{ jobOrders: readonly { orderCode: string; priority: number | null }[] }>(
    '{ jobOrders(statuses: [PLANNED]) { orderCode priority } }',
  )
  return jobOrders.find((one) => one.orderCode === orderCode)?.priority ?? 0
}
