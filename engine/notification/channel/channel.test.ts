import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { emailDueAt } from './emailDueAt.ts'
import { isUnheard, PUSH_LIMITS, pushOf, pushOutcome } from './push.ts'
import type { PushItem, PushOutcome } from './push.ts'
import { topicOf } from './topic.ts'
import { isDeadEndpoint, signatureInput, webhookBody, webhookHeaders, webhookOutcome } from './webhook.ts'
import type { WebhookAttempt, WebhookNotification } from './webhook.ts'

const NOW = Date.UTC(2026, 10, 24, 10, 5)
const ID = '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a01'
const TEXT = { title: 'Press 3 has stood for 5 min', line: 'Idle since 10:00, no reason', link: 'https://plant.example/notifications' }
const ITEM: PushItem = { id: ID, event: 'FIRED', severity: 'WARNING', isWorse: false, usefulUntil: NOW + DAY_MS, now: NOW }

describe('a push', () => {
  const said = (item: Partial<PushItem>, text = TEXT): unknown => JSON.parse(pushOf(text, { ...ITEM, ...item })?.payload ?? 'null')

  it('says title, line and link, under a topic that a later one replaces', () => {
    const tag = topicOf(ID)
    assert.deepEqual(said({}), { ...TEXT, tag, silent: false })
    const push = pushOf(TEXT, ITEM)
    assert.deepEqual([push?.topic, push?.urgency, push?.ttlSeconds], [tag, 'normal', 4 * 3600])
  })

  it('makes a sound when it is new or more severe, never when it is over or taken back', () => {
    const isSilent = (event: PushItem['event'], isWorse: boolean) =>
      pushOf(TEXT, { ...ITEM, event, isWorse })?.payload.includes('"silent":true')
    assert.deepEqual([isSilent('UPDATED', false), isSilent('UPDATED', true)], [true, false])
    assert.deepEqual([isSilent('RESOLVED', true), isSilent('RETRACTED', true)], [true, true])
    assert.equal(pushOf(TEXT, { ...ITEM, severity: 'URGENT' })?.urgency, 'high')
    assert.equal(pushOf(TEXT, { ...ITEM, severity: 'URGENT', event: 'RETRACTED' })?.urgency, 'normal')
  })

  it('lives for four hours, or while it is of use', () => {
    assert.equal(pushOf(TEXT, { ...ITEM, usefulUntil: NOW + 90_500 })?.ttlSeconds, 90)
    assert.equal(pushOf(TEXT, { ...ITEM, usefulUntil: NOW + 999 }), null)
  })

  it('fits, whatever names are in it', () => {
    const link = `https://plant.example/${'x'.repeat(500)}`
    const texts = fc.record({ title: fc.string({ unit: 'binary', maxLength: 300 }), line: fc.string({ unit: 'binary', maxLength: 900 }) })
    fc.assert(
      fc.property(texts, ({ title, line }) => {
        const payload = pushOf({ title, line, link }, ITEM)?.payload ?? ''
        assert.ok(new TextEncoder().encode(payload).length <= PUSH_LIMITS.payloadBytes)
        const parsed: unknown = JSON.parse(payload)
        assert.ok(typeof parsed === 'object' && parsed !== null && 'title' in parsed && typeof parsed.title === 'string')
        assert.ok([...parsed.title].length <= PUSH_LIMITS.title)
      }),
    )
    const long = { title: '🏭'.repeat(61), line: 'a'.repeat(141), link: `https://plant.example/${'x'.repeat(2600)}` }
    assert.deepEqual(said({}, long), { ...long, title: `${'🏭'.repeat(59)}…`, line: '', tag: topicOf(ID), silent: false })
  })

  it('has a topic of 22 characters, its own for each notification', () => {
    assert.equal(topicOf(ID), Buffer.from(ID.replaceAll('-', ''), 'hex').toString('base64url'))
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        assert.equal(topicOf(id), Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
      }),
    )
  })
})

describe('what a push service answers', () => {
  const outcome = (status: number | null, tries = 1, retryAfterMs: number | null = null): PushOutcome =>
    pushOutcome({ status, retryAfterMs }, { tries, now: NOW, usefulUntil: NOW + HOUR_MS })

  it('decides what follows', () => {
    const outcomes = [201, 202, 404, 410, 413, 401, 403, 400].map((status) => outcome(status).outcome)
    assert.deepEqual(outcomes, ['SENT', 'SENT', 'GONE', 'GONE', 'SHORTEN', 'REFUSED', 'REFUSED', 'FAILED'])
  })

  it('is tried again as the service says, or by the plan, while it is of use', () => {
    const waits = [1, 2, 3, 4].map((tries) => outcome(503, tries))
    const planned = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]
    assert.deepEqual(
      waits,
      planned.map((wait) => ({ outcome: 'RETRY', at: NOW + wait })),
    )
    assert.deepEqual([outcome(null, 5), outcome(429, 1, HOUR_MS)], [{ outcome: 'FAILED' }, { outcome: 'EXPIRED' }])
    assert.deepEqual(outcome(429, 1, 5 * SECOND_MS), { outcome: 'RETRY', at: NOW + 5 * SECOND_MS })
  })

  it('makes an e-mail due at once when no device is left', () => {
    const gone = isUnheard([outcome(410)])
    assert.deepEqual([gone, isUnheard([]), isUnheard([outcome(410), outcome(201)]), isUnheard([outcome(503)])], [true, true, false, false])
    assert.equal(emailDueAt({ toldAt: NOW, heldUntil: null, isUnheard: gone }), NOW)
  })
})

describe('an e-mail', () => {
  it('waits two minutes, or for the end of quiet hours', () => {
    assert.equal(emailDueAt({ toldAt: NOW, heldUntil: null, isUnheard: false }), NOW + 2 * MINUTE_MS)
    assert.equal(emailDueAt({ toldAt: NOW, heldUntil: NOW + HOUR_MS, isUnheard: true }), NOW + HOUR_MS)
  })
})

describe('a webhook', () => {
  const NOTIFICATION: WebhookNotification = {
    id: ID,
    type: 'STATUS_DURATION',
    severity: 'WARNING',
    state: 'OPEN',
    workCenterId: '7',
    workCenter: 'Press "3" <script>',
    since: NOW - 5 * MINUTE_MS,
    until: null,
    firedAt: NOW,
    isFoundLate: false,
    params: { mode: 'STATUS', statusRuleId: 3, reasonId: null },
    text: 'Press 3 has stood for 5 min',
  }
  const attempt = (body: string): WebhookAttempt => ({ messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_999, body })

  it('says what happened, with codes, a sentence in English and a link', () => {
    const body: unknown = JSON.parse(webhookBody(NOTIFICATION, { event: 'FIRED', at: NOW, publicUrl: 'https://plant.example' }))
    assert.deepEqual(body, {
      type: 'notification.fired',
      occurredAt: '2026-11-24T10:05:00.000Z',
      data: { ...NOTIFICATION, since: '2026-11-24T10:00:00.000Z', until: null, firedAt: '2026-11-24T10:05:00.000Z' },
      link: `https://plant.example/notifications?id=${ID}`,
    })
  })

  it('is signed as the reference vector of Standard Webhooks', () => {
    const one = attempt('{"test": 2432232314}')
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const signature = createHmac('sha256', secret).update(signatureInput(one)).digest('base64')
    assert.deepEqual(webhookHeaders(one, [signature, 'AAAA']), {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,AAAA',
    })
  })

  it('is done, disabled, or tried again up to a day later', () => {
    const outcome = (status: number | null, tries = 1) => webhookOutcome(status, { tries, now: NOW })
    assert.deepEqual([outcome(204), outcome(410)], [{ outcome: 'DONE' }, { outcome: 'DISABLED' }])
    const seconds = [1, 2, 3, 4, 5, 6, 7].map((tries) => {
      const tried = outcome(tries % 2 === 0 ? 302 : null, tries)
      return tried.outcome === 'RETRY' ? (tried.at - NOW) / SECOND_MS : null
    })
    assert.deepEqual(seconds, [5, 60, 300, 1800, 7200, 28_800, 86_400])
    assert.deepEqual(outcome(500, 8), { outcome: 'FAILED' })
  })

  it('is given up when nothing was taken for five days', () => {
    assert.ok(!isDeadEndpoint(null, NOW) && !isDeadEndpoint(NOW - 5 * DAY_MS + 1, NOW))
    assert.ok(isDeadEndpoint(NOW - 5 * DAY_MS, NOW))
  })
})
