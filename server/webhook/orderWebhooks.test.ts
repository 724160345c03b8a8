import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { TOLD_ACTS } from '#engine/webhook/webhookTopic.ts'
import { JOB_ORDER_EVENT_KINDS } from '#server/jobOrder/jobOrderEvent.store.ts'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { enqueueDue } from './sendWebhooks.service.ts'

type Queued = {
  readonly name: string
  readonly type: string
  readonly subject: string
  readonly link: string
  readonly data: Readonly<Record<string, unknown>>
}

describe('webhooks of orders and their output', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
  })
  after(() => site.close())

  const query = async <Row extends object>(text: string) => (await site.api.database.pool.query<Row>(text)).rows
  const add = async (name: string, topics: string, more = '') => {
    const { errors } = await site.api.ask(
      `mutation { createOrUpdateWebhook(input: { name: "${name}", url: "https://erp.example/${name}", ${topics} ${more} }) { webhook { id } } }`,
    )
    assert.deepEqual(errors, [])
  }
  const queued = () =>
    query<Queued>(`select w.name, d.type, d.subject, d.link, d.data from webhook_delivery d
      join webhook w on w.company_id = d.company_id and w.id = d.webhook_id order by d.occurred_at, d.id`)
  const jobs = async () => Number((await query<{ count: string }>(`select count(*) from pgboss.job where name = 'WEBHOOK'`))[0]?.count)

  it('tell what is done with an order to those that asked for it, with its figures as they stand then', async () => {
    await add('erp', 'topics: [ORDERS, OUTPUT]')
    await add('output', 'topics: [OUTPUT]')
    await add('chat', 'topics: []')
    await add('off', 'topics: [ORDERS, OUTPUT],', 'isActive: false')
    const order = await site.startOrder(500, 1.5)
    await site.run(1, 41)
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 395, rejectedOutput: 5, cutAtNow: true`)
    const told = await queued()
    assert.deepEqual(
      told.map(({ name, type }) => `${name} ${type}`).filter((one) => !one.endsWith('order.planned')),
      ['erp order.started', 'erp output.confirmed', 'output output.confirmed'],
    )
    const confirmed = told.find(({ name, type }) => name === 'erp' && type === 'output.confirmed')
    const { code, workCenter, product, ...figures } = confirmed?.data ?? {}
    assert.ok([code, workCenter, product].every((text) => typeof text === 'string' && text !== ''))
    assert.deepEqual(figures, {
      id: order.id,
      externalCode: null,
      status: 'PROGRESS',
      workCenterId: site.press.workCenterId,
      planned: 500,
      accepted: 395,
      rejected: 5,
      comment: null,
    })
    assert.deepEqual([confirmed?.subject, confirmed?.link], [`order ${order.id}`, `/job-orders?id=${order.id}`])
    // Two of the webhooks have something to send.
    await site.api.database.inSystem((tx) => enqueueDue(tx, Date.now() + DAY_MS))
    assert.equal(await jobs(), 2)
  })

  it('tell nothing where nobody asks, nor of an act that is refused', async () => {
    await query('delete from webhook')
    await query(`delete from pgboss.job where name = 'WEBHOOK'`)
    await add('chat', 'topics: []')
    const order = await site.startOrder(500, 42)
    await site.run(42, 44)
    await add('erp', 'topics: [ORDERS, OUTPUT]')
    await site.refused('confirmOutput', `jobOrderId: ${order.id}, acceptedOutput: -1, cutAtNow: true`)
    await site.api.database.inSystem((tx) => enqueueDue(tx, Date.now() + DAY_MS))
    assert.deepEqual([await queued(), await jobs()], [[], 0])
  })

  it('keep their topics where a change says none, and take no others', async () => {
    await query('delete from webhook')
    await add('erp', 'topics: [OUTPUT]')
    const [webhook] = await query<{ id: string; version: number }>('select id, version from webhook')
    await add('erp', `id: "${webhook?.id}"`)
    assert.deepEqual(await query('select topics from webhook'), [{ topics: ['OUTPUT'] }])
    await assert.rejects(query(`update webhook set topics = '{LOSSES}'`))
  })

  it('name acts that there are, and tell in the database what the engine says', async () => {
    const acts = Object.values(TOLD_ACTS).flatMap((types) => Object.keys(types))
    for (const act of acts)
      assert.ok(
        JOB_ORDER_EVENT_KINDS.some((kind) => kind === act),
        act,
      )
    const [trigger] = await query<{ text: string }>(
      `select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'job_order_event_for_webhooks'`,
    )
    const named = [...(trigger?.text ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, kind]) => kind ?? '')
    assert.deepEqual(named.toSorted(), acts.toSorted())
  })
})
