import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { SAME_CUT_MS } from '#engine/output/outputCut.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { World } from '../world.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** What runs where it is taken for markup; as short as a code may be. `of` tells where it was written. */
const mark = (of: string) => `"><img src=x onerror="ran='${of}'">`
/** What runs where it is taken for an address. */
const address = (of: string) => `javascript:ran='${of}'`

type Staged = { readonly deviceId: string; readonly workCenterId: number; readonly orderId: number; readonly itemId: number }

/** A story of what people write into all that has to do with an order. */
export function orderTextsStory(world: () => World): void {
  test('whatever people write of orders, products, batches, containers, scrap, links, messages and reasons is text on every screen, and runs nowhere', async () => {
    const { deviceId, workCenterId, orderId, itemId } = await stage(world())
    const page = await world().openPage('/job-orders?q=onerror')
    // What is printed stays to be looked at.
    await page.addInitScript(() => Object.assign(globalThis, { print: () => {} }))
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const go = (path: string) => page.goto(`${new URL(page.url()).origin}${path}`)

    await texts(page, ['order', 'waiting order', 'item', 'sku'])
    await go(`/job-orders?id=${orderId}`)
    const drawer = page.getByRole('dialog', { name: 'Job order' })
    await drawer.getByText(mark('file')).first().waitFor()
    await texts(page, ['order', 'order code', 'description', 'notes', 'file'])
    // A name that reads like an address leads where its own address does.
    assert.equal(await drawer.getByRole('link', { name: address('file') }).getAttribute('href'), 'https://files.example/')
    await drawer.getByRole('button', { name: 'Print order sheet' }).click()
    const paper = page.locator('[data-printed]')
    await paper.getByText(mark('item')).first().waitFor({ state: 'attached' })
    await safe(page, 'the sheet of an order')

    const panels: readonly (readonly [string, readonly string[]])[] = [
      ['materials', ['material', 'm-sku']],
      ['scrap', ['material']],
      ['output', ['order']],
      ['conversation', ['message']],
      ['history', ['start', 'confirmation', 'taken back']],
    ]
    for (const [panel, written] of panels) {
      await go(`/job-orders?id=${orderId}&panel=${panel}`)
      for (const of of written) await drawer.getByText(mark(of)).first().waitFor()
      await safe(page, panel)
    }
    await go(`/job-orders?view=board&wc=${workCenterId}`)
    await texts(page, ['waiting order', 'item'])
    await go(`/job-orders?view=items&item=${itemId}`)
    await texts(page, ['item', 'sku', 'material'])
    await go('/job-orders?view=stock')
    const stocks = page.getByRole('row').filter({ hasText: mark('batch') })
    await stocks
      .first()
      .getByRole('button', { name: mark('material') })
      .click()
    await texts(page, ['material', 'batch', 'written off'])

    await go(`/output?tab=confirmations&wc=${workCenterId}`)
    await texts(page, ['made', 'order'])
    await page.locator('tr[data-row] [data-open]').first().click()
    await texts(page, ['confirmation', 'reason', 'material', 'container'])
    await page.getByRole('button', { name: 'Print 1 label' }).click()
    await paper.getByText(mark('container')).first().waitFor({ state: 'attached' })
    await safe(page, 'the label of a container')
    for (const tab of ['device', 'check', 'stock']) {
      await go(`/output?tab=${tab}&wc=${workCenterId}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await safe(page, `the output by ${tab}`)
    }

    // At the machine: its panel and the sheet of output.
    await go(`/boxes/${deviceId}?mode=op`)
    const article = page.getByRole('region', { name: 'Job orders' }).getByRole('article', { name: mark('order') })
    await article.waitFor()
    await texts(page, ['order', 'waiting order', 'item'])
    await article
      .getByRole('button', { name: /^Confirm/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    await sheet.locator('[data-main]').first().waitFor()
    await safe(page, 'the sheet of output')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    assert.deepEqual(dialogs, [])
    await page.close()
  })
}

/** The texts of all of them stand there as they were typed, and nothing of them runs. */
async function texts(page: Page, written: readonly string[]): Promise<void> {
  for (const of of written) await page.getByText(mark(of)).first().waitFor()
  await safe(page, written.join())
}

/** Nothing of what was written became an element, an address that runs, or ran. */
async function safe(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    images: document.querySelectorAll('img[src="x"], [onerror]').length,
    addresses: document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]').length,
    ran: 'ran' in globalThis,
  }))
  assert.deepEqual(found, { images: 0, addresses: 0, ran: false }, `${where}, ${page.url()}`)
}

/** Returns an order in progress with one behind it, of which everything was written that can be. */
async function stage(world: World): Promise<Staged> {
  const { deviceId, workCenterId } = await addStoppedMachine(world, 'Marked press', [], null, 2)
  const done = async <T>(mutation: string, variables: Readonly<Record<string, unknown>>): Promise<T> =>
    (await world.api<{ done: T }>(mutation, variables)).done
  await done(
    `mutation { done: updateJobOrderSettings(input: { workCenterId: ${workCenterId}, consumptionTracking: WITHOUT_BOM_VALIDATION, trackScraps: true }) { trackScraps } }`,
    {},
  )
  const item = (input: object) =>
    done<{ id: number }>('mutation ($input: ItemInput!) { done: createOrUpdateItem(input: $input) { id } }', { input })
  const material = await item({ name: mark('material'), sku: mark('m-sku'), measureUnitId: 1, isBatchTracked: true })
  const product = await item({
    name: mark('item'),
    sku: mark('sku'),
    externalCode: mark('item code'),
    family: mark('family'),
    measureUnitId: 1,
  })
  const bom = [{ materialId: material.id, requiredInputQuantity: 1 }]
  await done('mutation ($id: Int!, $bom: [BomItemInput!]!) { done: saveItemBom(itemId: $id, bom: $bom) { id } }', { id: product.id, bom })
  const ordered = (input: object) =>
    done<{ id: number }>('mutation ($input: JobOrderInput!) { done: createJobOrder(input: $input) { id } }', {
      input: { status: 'PLANNED', productId: product.id, workCenterId, planOutput: 500, planCycleTime: 12, ...input },
    })
  const order = await ordered({
    orderCode: mark('order'),
    externalCode: mark('order code'),
    description: mark('description'),
    notes: mark('notes'),
    bom,
    possibleScraps: [{ itemId: material.id, quantity: 1 }],
  })
  await ordered({ orderCode: mark('waiting order') })
  const links = [
    { fileName: mark('file'), group: mark('group'), url: `https://files.example/?q=${encodeURIComponent(mark('url'))}` },
    { fileName: address('file'), group: address('group'), url: 'https://files.example/' },
  ]
  await done('mutation ($id: Int!, $links: [JobOrderLinkInput!]!) { done: addJobOrderLinks(id: $id, links: $links) { id } }', {
    id: order.id,
    links,
  })
  for (const content of [mark('message'), address('message')])
    await done('mutation ($id: Int!, $content: String!) { done: addConversationMessage(jobOrderId: $id, content: $content) { id } }', {
      id: order.id,
      content,
    })
  const batch = await done<{ id: number }>(
    'mutation ($item: Int!, $code: String!, $bar: String!) { done: createBatch(itemId: $item, code: $code, barCode: $bar, quantity: 100) { id } }',
    { item: material.id, code: mark('batch'), bar: mark('bar code') },
  )
  await done('mutation ($batch: Int!, $place: Int!) { done: installBatch(batchId: $batch, workCenterId: $place) { id } }', {
    batch: batch.id,
    place: workCenterId,
  })
  await done(
    'mutation ($batch: Int!, $place: Int!, $comment: String!) { done: chargeOffBatch(batchId: $batch, workCenterId: $place, balance: 1, comment: $comment) { id } }',
    { batch: batch.id, place: workCenterId, comment: mark('written off') },
  )
  const reason = await done<{ id: number }>('mutation ($input: CreateLossReasonInput!) { done: createLossReason(input: $input) { id } }', {
    input: { name: mark('reason'), category: 'QUALITY' },
  })
  await done('mutation ($id: Int!, $comment: String!) { done: startJobOrder(id: $id, comment: $comment) { id } }', {
    id: order.id,
    comment: mark('start'),
  })
  const confirm = async (box: string, comment: string) =>
    await done<readonly { id: number }[]>(
      `mutation ($place: Int!, $order: Int!, $comment: String!, $batch: String!, $box: [String!], $reasons: [OutputQualityReasonInput!],
          $used: [MaterialConsumptionInput!], $scraps: [ScrapConfirmationInput!]) {
        done: confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: 20, rejectedOutput: 2, comment: $comment, batchCode: $batch,
          containerCodes: $box, qualityReasons: $reasons, consumptions: $used, scraps: $scraps, cutAtNow: true) { id } }`,
      {
        place: workCenterId,
        order: order.id,
        comment,
        batch: mark('made'),
        box: [box],
        reasons: [{ reasonId: reason.id, output: 2, comment: mark('reject') }],
        used: [{ itemId: material.id, quantity: 22 }],
        scraps: [{ itemId: material.id, quantity: 1 }],
      },
    )
  const [gone] = await confirm(mark('gone'), mark('gone'))
  await done('mutation ($id: Int!, $comment: String!) { done: cancelOutputConfirmation(id: $id, comment: $comment) { id } }', {
    id: gone?.id,
    comment: mark('taken back'),
  })
  // Two cuts within ten seconds are one.
  await sleep(SAME_CUT_MS + SECOND_MS)
  await confirm(mark('container'), mark('confirmation'))
  return { deviceId, workCenterId, orderId: order.id, itemId: product.id }
}
