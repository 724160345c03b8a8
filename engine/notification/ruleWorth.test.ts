import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Preference } from './preference.ts'
import { ruleWorth } from './ruleWorth.ts'
import type { ToldOnce } from './ruleWorth.ts'
import { emptySteps, unheardSteps } from './unheard.ts'
import type { Reachable } from './unheard.ts'

const MONDAY = Date.UTC(2026, 4, 4)
const WEEK = { start: MONDAY, end: MONDAY + 7 * DAY_MS }
/** Told by a rule of five minutes, over so many minutes after it was told. */
const told = (minutes: number | null, given: Partial<ToldOnce> = {}): ToldOnce => ({
  since: MONDAY,
  firedAt: MONDAY + 5 * MINUTE_MS,
  until: minutes === null ? null : MONDAY + (5 + minutes) * MINUTE_MS,
  acknowledgedAt: null,
  seenAt: null,
  classifiedAt: null,
  ...given,
})
const after = (minutes: number) => MONDAY + (5 + minutes) * MINUTE_MS

describe('what a rule was worth', () => {
  it('counts what was taken, ended unseen and got its reason soon', () => {
    const worth = ruleWorth(
      [
        told(30, { acknowledgedAt: after(2), seenAt: after(1), classifiedAt: after(9) }),
        told(30, { acknowledgedAt: after(6), classifiedAt: after(10) }),
        told(1),
        told(2, { seenAt: after(3) }),
        told(null),
      ],
      5 * MINUTE_MS,
    )
    assert.deepEqual(worth, {
      fired: 5,
      acknowledged: 2,
      medianToAcknowledgeMs: 4 * MINUTE_MS,
      endedUnseen: 2,
      classified: 1,
      halvingMinutes: null,
    })
  })

  it('says with which duration half of them would not have been told, where most ended unseen', () => {
    const minutes = [1, 1, 2, 4, 40]
    const halving = (lengths: readonly (number | null)[], durationMs: number | null = 5 * MINUTE_MS) =>
      ruleWorth(
        lengths.map((one) => told(one)),
        durationMs,
      ).halvingMinutes
    // With 8 minutes the stops of 9 and 45 minutes are told, two of five; with 7 minutes that of 7, too.
    assert.equal(halving(minutes), 8)
    assert.equal(halving(minutes, null), null)
    // Of four nothing is concluded.
    assert.equal(halving(minutes.slice(1)), null)
    assert.equal(halving([1, 1, 1, 1, 1, null]), 7)
    assert.equal(halving([0, 0, 0, 0, 0]), 6)
    assert.equal(halving([2000, 2000, 2000, 2000, 2000]), null)
    assert.deepEqual(ruleWorth([], null), {
      fired: 0,
      acknowledged: 0,
      medianToAcknowledgeMs: null,
      endedUnseen: 0,
      classified: 0,
      halvingMinutes: null,
    })
  })
})

describe('when nobody hears a rule', () => {
  const ANY: Preference = { emails: {}, quiet: null, urgentPierces: true, pausedUntil: null }
  const person = (userId: string, given: Partial<Preference> = {}, more: Partial<Reachable> = {}): Reachable => ({
    userId,
    role: 'USER',
    teamId: null,
    sees: true,
    zone: 'UTC',
    hasDevice: false,
    preference: { ...ANY, ...given },
    ...more,
  })
  const nights = { weekdays: [6], from: '22:00', to: '06:00' }
  const rule = (severity: 'INFO' | 'URGENT' | 'WARNING', first: readonly string[], later: readonly string[] | null = null) => ({
    type: 'STATUS_DURATION' as const,
    id: 'rule',
    severity,
    durationMs: 0,
    countsFrom: 0,
    targetAudience: 'USERS' as const,
    identifiers: first,
    steps: later === null ? [] : [{ targetAudience: 'USERS' as const, identifiers: later, afterMinutes: 15 }],
  })
  const SATURDAY = MONDAY + 5 * DAY_MS
  const night = { start: SATURDAY + 22 * HOUR_MS, end: SATURDAY + 30 * HOUR_MS }

  it('is where the quiet hours of all of them meet', () => {
    const olena = person('olena', { quiet: nights })
    const jan = person('jan', { quiet: { weekdays: [6, 7], from: '23:00', to: '05:00' } })
    assert.deepEqual(unheardSteps(rule('WARNING', ['olena']), [olena, jan], WEEK), [{ step: 0, stretches: [night] }])
    assert.deepEqual(unheardSteps(rule('WARNING', ['olena', 'jan']), [olena, jan], WEEK), [
      { step: 0, stretches: [{ start: night.start + HOUR_MS, end: night.end - HOUR_MS }] },
    ])
    assert.deepEqual(unheardSteps(rule('URGENT', ['olena']), [olena], WEEK), [])
    assert.deepEqual(unheardSteps(rule('WARNING', ['olena', 'eva']), [olena, person('eva')], WEEK), [])
  })

  it('is always where they are sent nothing, each step for itself', () => {
    const deaf = person('deaf', { emails: { STATUS_DURATION: 'NEVER' } })
    assert.deepEqual(unheardSteps(rule('WARNING', ['eva'], ['deaf']), [person('eva'), deaf], WEEK), [{ step: 1, stretches: [WEEK] }])
    assert.deepEqual(unheardSteps(rule('WARNING', ['deaf']), [{ ...deaf, hasDevice: true }], WEEK), [])
    assert.deepEqual(unheardSteps(rule('INFO', ['deaf']), [deaf], WEEK), [])
  })

  it('goes on from a pause into quiet hours, and is that of administrators where an audience has nobody', () => {
    const admin = person('admin', { quiet: nights, pausedUntil: night.start + HOUR_MS }, { role: 'ADMIN' })
    assert.deepEqual(unheardSteps(rule('WARNING', ['gone']), [admin], WEEK), [{ step: 0, stretches: [{ start: MONDAY, end: night.end }] }])
  })

  it('says which steps mean nobody any more', () => {
    const members = [person('eva'), person('admin', {}, { role: 'ADMIN' })]
    assert.deepEqual(emptySteps(rule('WARNING', ['gone'], ['eva']), members), [0])
    assert.deepEqual(emptySteps(rule('WARNING', ['eva'], ['gone']), members), [1])
    assert.deepEqual(emptySteps(rule('WARNING', ['eva']), [{ ...person('eva'), sees: false }]), [0])
    assert.deepEqual(emptySteps(rule('WARNING', ['eva'], ['admin']), members), [])
  })
})
