import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { emailDueAt } from './emailDueAt.ts'
import { isUnheard, PUSH_LIMITS, pushOf, pushOutcome } from './push.ts'
import type { PushItem, PushOutcome } from './push.ts'
import { topicOf } from './topic.ts'

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
