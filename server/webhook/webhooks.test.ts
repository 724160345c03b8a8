import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME, OTHER, PUBLIC_URL, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { makeJobsDue } from '#server/jobs/testing.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { lookAfterWebhooks, queueWebhooks, sendWebhooks, sendWebhooksByJobs } from './sendWebhooks.service.ts'
import { listLeft, nextMessageAt } from './webhookDelivery.store.ts'

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A receiver on this machine that answers as it is told. */
class Receiver {
  readonly received: Received[] = []
  /** What it answers by turns; the last one for good. */
  answers: (number | 'CUT' | 'NEVER' | 'NONSENSE')[] = [204]
  location = ''
  #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => (body += part))
      request.on('end', () => {
        this.received.push({ headers: request.headers, body })
        const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
        if (answer === 'CUT') return void request.socket.destroy()
        if (answer === 'NONSENSE') return void request.socket.end('SMTP 220 hello\r\n\r\n')
        if (answer === 'NEVER') return
        response.writeHead(answer ?? 204, this.location === '' ? {} : { location: this.location }).end('<html>ok</html>')
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  types(): readonly unknown[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { readonly type: string }).type)
  }
}

type Saved = { readonly webhook: { readonly id: string; readonly version: number }; readonly secret: string | null }

describe('webhooks', () => {
  const receiver = new Receiver()
  let url = ''
  let api: TestApi
  let now = Date.UTC(2026, 4, 4, 10)
  const outbound = createGuardedFetch({ allowsPrivate: true })

  before(async () => {
    url = await receiver.listen()
    api = await startTestApi({ now: () => now, webhookPrivate: true })
  })
  after(async () => {
    receiver.close()
    await api.close()
  })
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.answers = [204]
    receiver.location = ''
    await api.database.pool.query('delete from webhook')
    await api.database.pool.query(`delete from email where kind = 'WEBHOOK_DISABLED'`)
    // Tests of an address are counted by the minute.
    now += HOUR_MS
  })

  const add = async (address = url): Promise<Saved> => {
    const { data, errors } = await api.ask(
      'mutation ($url: String!) { createOrUpdateWebhook(input: { name: "Chat", url: $url }) { webhook { id version } secret } }',
      { variables: { url: address } },
    )
    assert.deepEqual(errors, [])
    return data['createOrUpdateWebhook'] as Saved
  }
  const FIELDS = 'isActive disabledBecause failsSince lastOkOn messages { type state tries status problem }'
  const shown = async () => {
    const { data } = await api.ask(`{ webhooks { ${FIELDS} } }`)
    return (data['webhooks'] as readonly Record<string, unknown>[])[0]
  }
  const queue = (webhookId: string, type: string, subject = 'one') =>
    api.database.inSystem((tx) =>
      queueWebhooks(
        { companyId: ACME, tx },
        [webhookId],
        { type, occurredAt: now, data: { about: type }, link: '/notifications', subject, notificationId: null },
        now,
      ),
    )
  const send = (webhookId: string, fetch = outbound) =>
    sendWebhooks({ database: api.database, publicUrl: PUBLIC_URL, outbound: fetch, now: () => now }, { companyId: ACME, webhookId })

  it('sends a signed message once, in the words of the API, and says when it was taken', async () => {
    const { webhook, secret } = await add()
    await queue(webhook.id, 'notification.fired')
    await send(webhook.id)
    await send(webhook.id)
    assert.equal(receiver.received.length, 1)
    const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' }
    assert.deepEqual(JSON.parse(body), {
      type: 'notification.fired',
      occurredAt: new Date(now).toISOString(),
      data: { about: 'notification.fired' },
      link: `${PUBLIC_URL}/notifications`,
    })
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64')
    assert.equal(key.length, 24)
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    assert.equal(headers['webhook-timestamp'], String(now / SECOND_MS))
    assert.deepEqual(await shown(), {
      isActive: true,
      disabledBecause: null,
      failsSince: null,
      lastOkOn: new Date(now).toISOString(),
      messages: [{ type: 'notification.fired', state: 'SENT', tries: 1, status: 204, problem: null }],
    })
  })

  it('keeps the order of one subject, and does not let it hold up another', async () => {
    const { webhook } = await add()
    await queue(webhook.id, 'first', 'stop')
    receiver.answers = [500, 204]
    await send(webhook.id)
    await queue(webhook.id, 'second', 'stop')
    await queue(webhook.id, 'other', 'battery')
    await send(webhook.id)
    assert.deepEqual(receiver.types(), ['first', 'other'])
    // The second waits for the first: nothing is looked for before that is due.
    await api.database.inSystem(async (tx) => {
      assert.ok(((await nextMessageAt({ companyId: ACME, tx }, webhook.id)) ?? 0) > now)
      assert.deepEqual(await listLeft(tx, now), [])
    })
    now += 6 * SECOND_MS
    await send(webhook.id)
    assert.deepEqual(receiver.types(), ['first', 'other', 'first', 'second'])
    assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[2]?.headers['webhook-id'])
  })

  it('tries again what is slow, cut off, nonsense or led elsewhere, with the same id, and follows no redirect', async () => {
    const { webhook } = await add()
    receiver.location = url.replace('127.0.0.1', 'localhost')
    receiver.answers = ['NEVER', 'CUT', 'NONSENSE', 302, 500, 204]
    await queue(webhook.id, 'notification.fired')
    const impatient: typeof outbound = (request) => outbound({ ...request, timeoutMs: 200 })
    for (const waitMs of [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS]) {
      await send(webhook.id, impatient)
      now += waitMs - 1
      await send(webhook.id, impatient)
      now += 1
    }
    assert.equal(receiver.received.length, 6)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.deepEqual((await shown())?.['messages'], [{ type: 'notification.fired', state: 'SENT', tries: 6, status: 204, problem: null }])
  })

  it('reaches nothing private unless the installation allows it, also through a name', async () => {
    const { webhook } = await add(url.replace('127.0.0.1', 'localhost'))
    const strict = createGuardedFetch({ allowsPrivate: false })
    await queue(webhook.id, 'notification.fired')
    await send(webhook.id, strict)
    assert.deepEqual(receiver.received, [])
    assert.deepEqual((await shown())?.['messages'], [
      { type: 'notification.fired', state: 'QUEUED', tries: 1, status: null, problem: 'ADDRESS_REFUSED' },
    ])
  })

  it('is switched off by 410, and after five days of nothing taken; administrators are told by name and host alone', async () => {
    const gone = await add(`${url}?token=hidden`)
    receiver.answers = [410]
    await queue(gone.webhook.id, 'first', 'one')
    await send(gone.webhook.id)
    assert.deepEqual([(await shown())?.['isActive'], (await shown())?.['disabledBecause']], [false, 'GONE'])
    await queue(gone.webhook.id, 'second', 'two')
    await send(gone.webhook.id)
    assert.equal(receiver.received.length, 1)
    const { rows } = await api.database.pool.query<{ text: string }>(`select text_body as text from email where kind = 'WEBHOOK_DISABLED'`)
    assert.equal(rows.length, 1)
    const text = rows[0]?.text ?? ''
    assert.ok(text.includes('Chat') && !text.includes('hidden'), text)
    const answer = await api.ask(
      'mutation ($input: WebhookInput!) { createOrUpdateWebhook(input: $input) { webhook { isActive disabledBecause } secret } }',
      {
        variables: { input: { id: gone.webhook.id, name: 'Chat', url, isActive: true } },
      },
    )
    assert.deepEqual(answer.data['createOrUpdateWebhook'], { webhook: { isActive: true, disabledBecause: null }, secret: null })
    receiver.answers = [503]
    await queue(gone.webhook.id, 'third', 'three')
    await send(gone.webhook.id)
    now += 5 * DAY_MS
    await queue(gone.webhook.id, 'fourth', 'four')
    await send(gone.webhook.id)
    assert.deepEqual([(await shown())?.['isActive'], (await shown())?.['disabledBecause']], [false, 'DEAD'])
  })

  it('signs with both secrets for a day after a change', async () => {
    const { webhook, secret } = await add()
    const rotate = await api.ask('mutation ($id: Guid!) { rotateWebhookSecret(id: $id) { secret } }', { variables: { id: webhook.id } })
    const next = (rotate.data['rotateWebhookSecret'] as Saved).secret
    assert.notEqual(next, secret)
    const signatures = async () => {
      await queue(webhook.id, 'notification.fired')
      await send(webhook.id)
      return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length
    }
    assert.equal(await signatures(), 2)
    now += DAY_MS
    assert.equal(await signatures(), 1)
  })

  it('says what a test came to, and asks a receiver ten times a minute at most', async () => {
    const { webhook } = await add()
    const test = async () => {
      const { data, errors } = await api.ask('mutation ($id: Guid!) { testWebhook(id: $id) { isTaken status problem } }', {
        variables: { id: webhook.id },
      })
      return errors[0]?.extensions.code ?? data['testWebhook']
    }
    assert.deepEqual(await test(), { isTaken: true, status: 204, problem: null })
    receiver.answers = ['CUT', 500]
    assert.deepEqual(await test(), { isTaken: false, status: null, problem: 'UNREACHABLE' })
    for (let count = 2; count < 10; count++) assert.deepEqual(await test(), { isTaken: false, status: 500, problem: null })
    assert.equal(await test(), 'TOO_MANY_REQUESTS')
  })

  it('shows its address and messages to who may change integrations, and is unknown to others', async () => {
    const { webhook } = await add()
    await queue(webhook.id, 'notification.fired')
    const { data } = await api.ask('{ webhooks { name url messages { type } } }', { as: 'USER' })
    const seen = (data['webhooks'] as readonly Record<string, unknown>[] | undefined)?.[0]
    if (seen !== undefined) assert.deepEqual(seen, { name: 'Chat', url: null, messages: [] })
    const others = await api.ask('{ webhooks { id } }', { as: api.stranger, company: OTHER })
    assert.deepEqual(others.data['webhooks'], [])
    const taken = await api.ask('mutation ($id: Guid!) { deleteWebhook(id: $id) }', {
      as: api.stranger,
      company: OTHER,
      variables: { id: webhook.id },
    })
    assert.equal(taken.errors[0]?.extensions.code, 'WEBHOOK_NOT_FOUND')
    const conflict = await api.ask('mutation ($input: WebhookInput!) { createOrUpdateWebhook(input: $input) { secret } }', {
      variables: { input: { id: webhook.id, name: 'Chat', url, version: 7 } },
    })
    assert.equal(conflict.errors[0]?.extensions.code, 'CONFLICT')
  })

  it('waits while the company has webhooks off in the store, and goes once they are on again', async () => {
    const { webhook } = await add()
    const turn = async (verb: 'activate' | 'deactivate') => {
      const { errors } = await api.ask(`mutation { ${verb}Extension(id: "WEBHOOKS") { id } }`)
      assert.deepEqual(errors, [])
    }
    const left = () => api.database.inSystem((tx) => listLeft(tx, now + HOUR_MS))
    await turn('deactivate')
    await queue(webhook.id, 'FIRST')
    await send(webhook.id)
    assert.deepEqual([receiver.received.length, await left()], [0, []])
    // Rules name their webhooks, which is no part of what is off.
    assert.deepEqual((await api.ask('{ webhooks { isActive } }')).errors, [])
    const test = await api.ask(`mutation { deleteWebhook(id: "${webhook.id}") }`)
    assert.equal(test.errors[0]?.extensions.code, 'EXTENSION_OFF')
    await api.database.inSystem((tx) => lookAfterWebhooks(tx, now))
    await turn('activate')
    assert.deepEqual(await left(), [{ companyId: ACME, webhookId: webhook.id }])
    await send(webhook.id)
    assert.deepEqual(receiver.types(), ['FIRST'])
    await turn('deactivate')
    await queue(webhook.id, 'OLD')
    await api.database.inSystem((tx) => lookAfterWebhooks(tx, now + 4 * 24 * HOUR_MS))
    await turn('activate')
    await send(webhook.id)
    assert.deepEqual(receiver.types(), ['FIRST'], 'what waited for days is sent no more')
  })

  it('is sent by jobs, as soon as it is queued', async () => {
    const { webhook } = await add()
    const jobs = createJobs({ database: api.database, log: api.deps.log })
    sendWebhooksByJobs(jobs, { database: api.database, publicUrl: PUBLIC_URL, outbound, now: () => now })
    await jobs.start()
    await queue(webhook.id, 'notification.fired')
    await eventually(async () => {
      await makeJobsDue(api.database)
      return receiver.received.length > 0 ? true : undefined
    })
    await jobs.close()
    assert.deepEqual(receiver.types(), ['notification.fired'])
  })

  it('is looked after when a job was lost: what was left is sent, what is long over is deleted', async () => {
    const { webhook } = await add()
    await queue(webhook.id, 'first')
    await send(webhook.id)
    await queue(webhook.id, 'second')
    await api.database.pool.query(`delete from pgboss.job where name = 'WEBHOOK'`)
    await api.database.pool.query(`delete from job_run where kind = 'WEBHOOK'`)
    now += 31 * DAY_MS
    await api.database.inSystem((tx) => lookAfterWebhooks(tx, now))
    const { rows } = await api.database.pool.query(`select from pgboss.job where name = 'WEBHOOK'`)
    assert.equal(rows.length, 1)
    assert.deepEqual((await shown())?.['messages'], [{ type: 'second', state: 'QUEUED', tries: 0, status: null, problem: null }])
  })
})
