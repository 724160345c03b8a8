import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { notificationData } from '#engine/notification/channel/webhookNotification.ts'
import type { WebhookNotification } from '#engine/notification/channel/webhookNotification.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { isDeadEndpoint, signatureInput, webhookBody, webhookHeaders, webhookOutcome } from './webhook.ts'
import type { WebhookAttempt } from './webhook.ts'
import { problemOfWebhook } from './webhookForm.ts'

const NOW = Date.UTC(2026, 10, 24, 10, 5)
const ID = '0198f5a0-0000-7000-8000-000000000001'

describe('a webhook', () => {
  const NOTIFICATION: WebhookNotification = {
    id: ID,
    type: 'STATUS_DURATION',
    severity: 'WARNING',
    state: 'OPEN',
    workCenterId: 7,
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
    const link = `https://plant.example/notifications?id=${ID}`
    const body: unknown = JSON.parse(webhookBody({ type: 'notification.fired', at: NOW, data: notificationData(NOTIFICATION), link }))
    assert.deepEqual(body, {
      type: 'notification.fired',
      occurredAt: '2026-11-24T10:05:00.000Z',
      data: { ...NOTIFICATION, since: '2026-11-24T10:00:00.000Z', until: null, firedAt: '2026-11-24T10:05:00.000Z' },
      link,
    })
  })

  it('leads to an encrypted address without a user name, or into the own network where that is allowed', () => {
    const problem = (url: string, allowsPrivate = false) =>
      problemOfWebhook({ name: 'Hook', url, isActive: true }, { allowsPrivate })?.code ?? null
    assert.equal(problem('https://hooks.example.com/a?b=c'), null)
    assert.equal(problem('http://10.0.0.7:8080/a', true), null)
    assert.equal(problem('http://hooks.example.com/a'), 'WEBHOOK_ADDRESS_REFUSED')
    assert.equal(problem('https://me:word@hooks.example.com/a'), 'WEBHOOK_ADDRESS_REFUSED')
    for (const url of ['', 'hooks.example.com', 'ftp://hooks.example.com', 'javascript:alert(1)'])
      assert.equal(problem(url), 'INVALID_FORMAT', url)
    assert.equal(problem(`https://hooks.example.com/${'a'.repeat(2000)}`), 'LENGTH_OUT_OF_RANGE')
    assert.equal(problemOfWebhook({ name: '  ', url: 'https://a.example', isActive: true }, { allowsPrivate: false })?.field, 'name')
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
