import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'

/** What a screen or a spreadsheet might make of a text; `of` tells where it was written. */
const KINDS: readonly ((of: string) => string)[] = [
  (of) => `<img src=x onerror="ran('${of}')">`,
  (of) => `"><script>ran('${of}')</script>`,
  (of) => `javascript:ran('${of}')`,
  (of) => `=cmd|'/c ${of}'!A1`,
  (of) => `ab\u202e${of}\u200b «oʻng» 🧯'; drop table item; --`,
]

/** A text of each kind in all that people write about orders, what goes into them and what is made of them. */
describe('texts of orders that nobody thought of', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    await site.set({ consumption_tracking: 'WITHOUT_BOM_VALIDATION', track_scraps: true, allow_multiple_output_confirmation: true })
  })
  after(() => site.close())

  const done = async <T>(mutation: string, variables: object): Promise<T> => {
    const { data, errors } = await site.api.ask(mutation, { variables })
    assert.deepEqual(errors, [], mutation)
    return data['done'] as T
  }
  let minute = 1

  for (const kind of KINDS)
    it(`are kept and answered as they were typed: ${kind('x').slice(0, 12)}`, async () => {
      const place = site.press.workCenterId
      const material = await done<{ id: number }>('mutation ($input: ItemInput!) { done: createOrUpdateItem(input: $input) { id } }', {
        input: { name: kind('material'), sku: kind('m-sku'), measureUnitId: 1, isBatchTracked: true },
      })
      const item = await done<{ id: number; name: string; sku: string; externalCode: string; family: string }>(
        'mutation ($input: ItemInput!) { done: createOrUpdateItem(input: $input) { id name sku externalCode family } }',
        { input: { name: kind('item'), sku: kind('sku'), externalCode: kind('item code'), family: kind('family'), measureUnitId: 1 } },
      )
      assert.deepEqual(item, {
        id: item.id,
        name: kind('item'),
        sku: kind('sku'),
        externalCode: kind('item code'),
        family: kind('family'),
      })
      const texts = { orderCode: kind('order'), externalCode: kind('order code'), description: kind('description'), notes: kind('notes') }
      const order = await done<Record<string, unknown> & { readonly id: number }>(
        'mutation ($input: JobOrderInput!) { done: createJobOrder(input: $input) { id orderCode externalCode description notes } }',
        {
          input: {
            ...texts,
            status: 'PLANNED',
            productId: item.id,
            workCenterId: place,
            planOutput: 500,
            planCycleTime: 6,
            bom: [{ materialId: material.id, requiredInputQuantity: 1 }],
            possibleScraps: [{ itemId: material.id, quantity: 1 }],
          },
        },
      )
      assert.deepEqual(order, { id: order.id, ...texts })

      const link = { fileName: kind('file'), group: kind('group'), url: `https://files.example/?q=${encodeURIComponent(kind('url'))}` }
      const linked = await done<{ links: readonly object[] }>(
        'mutation ($id: Int!, $links: [JobOrderLinkInput!]!) { done: addJobOrderLinks(id: $id, links: $links) { links { fileName group url } } }',
        { id: order.id, links: [link] },
      )
      assert.deepEqual(linked.links, [link])
      const refused = await site.api.ask(
        'mutation ($id: Int!, $links: [JobOrderLinkInput!]!) { addJobOrderLinks(id: $id, links: $links) { id } }',
        { variables: { id: order.id, links: [{ ...link, url: kind('url') }] } },
      )
      assert.deepEqual(
        refused.errors.map(({ extensions: { code, field } }) => [code, field]),
        [['LINK_NOT_VALID', 'links.0.url']],
      )
      const message = await done<{ content: string }>(
        'mutation ($id: Int!, $content: String!) { done: addConversationMessage(jobOrderId: $id, content: $content) { content } }',
        { id: order.id, content: kind('message') },
      )
      assert.equal(message.content, kind('message'))

      const batch = await done<{ id: number; code: string; barCode: string }>(
        'mutation ($item: Int!, $code: String!, $bar: String!) { done: createBatch(itemId: $item, code: $code, barCode: $bar, quantity: 100) { id code barCode } }',
        { item: material.id, code: kind('batch'), bar: kind('bar code') },
      )
      assert.deepEqual(batch, { id: batch.id, code: kind('batch'), barCode: kind('bar code') })
      // By the code that was scanned.
      const installed = await done<{ batch: { code: string } }>(
        'mutation ($code: String!, $place: Int!) { done: installBatch(code: $code, workCenterId: $place) { batch { code } } }',
        { code: kind('bar code'), place },
      )
      assert.equal(installed.batch.code, kind('batch'))
      const off = await done<{ balance: number }>(
        'mutation ($batch: Int!, $place: Int!, $comment: String!) { done: chargeOffBatch(batchId: $batch, workCenterId: $place, balance: 1, comment: $comment) { balance } }',
        { batch: batch.id, place, comment: kind('written off') },
      )
      assert.equal(off.balance, 99)

      const reason = await done<{ id: number }>(
        'mutation ($input: CreateLossReasonInput!) { done: createLossReason(input: $input) { id } }',
        {
          input: { name: kind('reason'), category: 'QUALITY' },
        },
      )
      await done('mutation ($id: Int!, $comment: String!) { done: startJobOrder(id: $id, comment: $comment) { id } }', {
        id: order.id,
        comment: kind('start'),
      })
      await site.run(minute, minute + 4)
      minute += 4
      type Row = {
        readonly id: number
        readonly outputType: string
        readonly comment: string
        readonly batchCode: string | null
        readonly container: { readonly code: string } | null
        readonly scraps: readonly { readonly item: { readonly name: string } }[]
        readonly consumptions: readonly { readonly item: { readonly name: string }; readonly batch: { readonly code: string } | null }[]
        readonly losses: readonly { readonly comment: string; readonly reason: { readonly name: string } }[]
      }
      const rows = await done<readonly Row[]>(
        `mutation ($place: Int!, $order: Int!, $comment: String!, $batch: String!, $box: [String!], $reasons: [OutputQualityReasonInput!],
            $used: [MaterialConsumptionInput!], $scraps: [ScrapConfirmationInput!]) {
          done: confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: 20, rejectedOutput: 2, comment: $comment, batchCode: $batch,
            containerCodes: $box, qualityReasons: $reasons, consumptions: $used, scraps: $scraps, cutAtNow: true) {
            id outputType comment batchCode container { code } scraps { item { name } } consumptions { item { name } batch { code } }
            losses { comment reason { name } } } }`,
        {
          place,
          order: order.id,
          comment: kind('confirmation'),
          batch: kind('made'),
          box: [kind('container')],
          reasons: [{ reasonId: reason.id, output: 2, comment: kind('reject') }],
          used: [{ itemId: material.id, quantity: 22 }],
          scraps: [{ itemId: material.id, quantity: 1 }],
        },
      )
      const [first] = rows
      assert.ok(first !== undefined)
      assert.deepEqual(
        [first.comment, first.batchCode, first.container?.code, first.consumptions[0]?.item.name, first.consumptions[0]?.batch?.code],
        [kind('confirmation'), kind('made'), kind('container'), kind('material'), kind('batch')],
      )
      assert.deepEqual(first.scraps, [{ item: { name: kind('material') } }])
      assert.deepEqual(
        first.losses.map(({ comment, reason: { name } }) => [comment, name]),
        [[kind('reject'), kind('reason')]],
      )
      await done('mutation ($id: Int!, $comment: String!) { done: cancelOutputConfirmation(id: $id, comment: $comment) { id } }', {
        id: first.id,
        comment: kind('taken back'),
      })
      await done('mutation ($id: Int!, $comment: String!) { done: stopJobOrder(id: $id, comment: $comment) { id } }', {
        id: order.id,
        comment: kind('pause'),
      })
      await site.run(minute, minute + 1)
      minute += 1
      const { events } = await done<{ events: readonly { kind: string; comment: string | null }[] }>(
        'query ($id: Int!) { done: jobOrder(id: $id) { events { kind comment } } }',
        { id: order.id },
      )
      assert.deepEqual(
        events.flatMap(({ comment }) => (comment === null ? [] : [comment])),
        [kind('pause'), kind('taken back'), kind('confirmation'), kind('start')],
      )
      // It is found by what it is called, and by nothing else.
      const found = await done<readonly { id: number }[]>('query ($code: String!) { done: jobOrders(orderCodeFilter: $code) { id } }', {
        code: kind('order'),
      })
      assert.deepEqual(found, [{ id: order.id }])
      const scanned = await done<readonly { readonly batch: { readonly id: number } | null }[]>(
        'query ($text: String!, $place: Int!) { done: scan(text: $text, workCenterId: $place) { batch { id } } }',
        { text: kind('bar code'), place },
      )
      assert.deepEqual(scanned, [{ batch: { id: batch.id } }])
    })
})
