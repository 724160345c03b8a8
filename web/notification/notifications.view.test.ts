import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFormat } from '#web/ui/format.ts'
import { audienceOf, inputOf, mergedRule, typedRule } from '#web/parts/rules/ruleForm.view.ts'
import type { RuleChoice } from '#web/parts/rules/ruleForm.view.ts'
import { unheardTimes } from '#web/parts/rules/ruleWords.view.ts'
import { changedPreferences, preferencesInput } from './preferences.view.ts'
import { isTakenAs } from '#web/parts/notice/taken.view.ts'
import { causeOf, flowSentence, measuredSentence, percentPair, refusalOf } from '#web/parts/notice/sentence.view.ts'
import { actOfKey, rowAfter, snoozesOf, withMarked } from './notifications.view.ts'

const TYPES = [
  { id: 'stop', code: 'STATUS_DURATION' },
  { id: 'target', code: 'TARGET_VALUE' },
] as const
const RULE: RuleChoice = {
  workCenterId: '7',
  name: '',
  type: 'STATUS_DURATION',
  statusId: '',
  isWholeStop: true,
  unlessPlanned: true,
  minutes: '5',
  figure: 'OEE',
  comparison: 'LOWER',
  target: '65',
  period: 'SHIFT',
  time: '',
  audience: 'TEAMS:t1',
  severity: 'WARNING',
  webhookIds: ['h1'],
  steps: [{ minutes: '20', audience: 'ROLES:ADMIN' }],
  ackMinutes: '60',
  freshMinutes: '15',
}

describe('the page of notifications', () => {
  it('closes a note only when the viewer has the notification with that note', () => {
    const me = { userId: 'me', said: 'I am on my way' }
    assert.equal(isTakenAs({ acknowledgedBy: { id: 'me' }, comment: 'I am on my way' }, me), true)
    assert.equal(isTakenAs({ acknowledgedBy: { id: 'me' }, comment: null }, { ...me, said: null }), true)
    assert.equal(isTakenAs({ acknowledgedBy: { id: 'olena' }, comment: 'I am on my way' }, me), false)
    assert.equal(isTakenAs({ acknowledgedBy: { id: 'me' }, comment: null }, me), false)
    assert.equal(isTakenAs({ acknowledgedBy: null, comment: null }, { ...me, said: null }), false)
  })

  it('names the row that the focus goes to when one leaves', () => {
    assert.deepEqual(
      ['a', 'b', 'c', 'x'].map((id) => rowAfter(['a', 'b', 'c'], id)),
      ['b', 'c', 'b', null],
    )
    assert.equal(rowAfter(['a'], 'a'), null)
  })

  it('lets keys act on what goes on, and take what nobody has taken', () => {
    const open = { state: 'OPEN', archivedAt: null, acknowledgedBy: null }
    assert.deepEqual([actOfKey('TAKE', open), actOfKey('PUT_OFF', open), actOfKey('PUT_AWAY', open)], [true, true, true])
    const taken = { ...open, acknowledgedBy: { id: 'olena' } }
    assert.deepEqual([actOfKey('TAKE', taken), actOfKey('PUT_AWAY', taken)], [false, true])
    for (const over of [
      { ...open, state: 'RESOLVED' },
      { ...open, archivedAt: '2026-05-04T06:00:00Z' },
    ])
      assert.deepEqual([actOfKey('TAKE', over), actOfKey('PUT_OFF', over), actOfKey('PUT_AWAY', over)], [false, false, false])
  })

  it('tells why an integration needs somebody, and of a reason that it does not know that it does', () => {
    assert.deepEqual([causeOf('FAILED'), causeOf('ENDED'), causeOf('LATER'), causeOf(null)], ['FAILED', 'ENDED', 'MESSAGES', 'MESSAGES'])
  })

  it('says when nobody hears a rule: three times and how many more, or at any time', () => {
    const format = createFormat('en', 'UTC')
    const night = (day: number, hours = 8) => {
      const start = Date.UTC(2026, 4, day, 22)
      return { start: new Date(start).toISOString(), end: new Date(start + hours * 3_600_000).toISOString() }
    }
    assert.deepEqual(unheardTimes(format, [night(9), night(11, 1)]), { times: '9 May 22:00–10 May 06:00, 11 May 22:00–23:00', more: 0 })
    assert.equal(unheardTimes(format, [night(9), night(10), night(11), night(12), night(13)])?.more, 2)
    assert.equal(unheardTimes(format, [night(9, 7 * 24)]), null)
  })

  it('tells uneven phases from a lost one', () => {
    assert.equal(measuredSentence({ type: 'DE_PHASING', cause: 'UNBALANCE' }), 'UNBALANCE')
    assert.equal(measuredSentence({ type: 'DE_PHASING', cause: null }), 'DE_PHASING')
    assert.equal(measuredSentence({ type: 'BATTERY_LOW', cause: null }), 'BATTERY_LOW')
  })

  it('tells two figures with as many decimals as show their difference', () => {
    const format = createFormat('en', 'UTC')
    assert.deepEqual(percentPair(format, 64.996, 65), { value: '64.996', target: '65' })
    assert.deepEqual(percentPair(format, 61.2, 65), { value: '61.2', target: '65' })
    assert.deepEqual(percentPair(format, 65, 65), { value: '65', target: '65' })
    assert.deepEqual(percentPair(format, 64.99996, 65), { value: '65', target: '65' })
  })

  it('writes figures as the language does, and tells a missing one as missing', () => {
    assert.deepEqual(percentPair(createFormat('uk', 'UTC'), 64.996, 65), { value: '64,996', target: '65' })
    assert.deepEqual(percentPair(createFormat('es', 'UTC'), null, 62.5), { value: '—', target: '62,5' })
  })

  it('keeps what was typed of a rule that somebody else stored meanwhile, beside what they changed', () => {
    const stored: RuleChoice = { ...RULE, minutes: '10', severity: 'URGENT', steps: [] }
    const typed: RuleChoice = { ...RULE, minutes: '7', webhookIds: ['h1', 'h2'] }
    assert.deepEqual(mergedRule(typed, RULE, stored), { ...stored, minutes: '7', webhookIds: ['h1', 'h2'] })
    assert.deepEqual(mergedRule(RULE, { ...RULE, steps: [...RULE.steps] }, stored), stored)
  })

  it('puts off for minutes, or until tomorrow morning by the clock of the person', () => {
    const now = Date.UTC(2026, 9, 24, 12)
    assert.deepEqual(snoozesOf(null, 'Europe/Warsaw', now), [
      { choice: 'MINUTES_15', until: now + 900_000 },
      { choice: 'HOUR', until: now + 3_600_000 },
      { choice: 'TOMORROW', until: Date.UTC(2026, 9, 25, 7) },
    ])
  })

  it('puts off until the end of the shift while there is one', () => {
    const now = Date.UTC(2026, 9, 24, 12)
    const until = (shiftEnd: number) =>
      snoozesOf(new Date(shiftEnd).toISOString(), 'Europe/Warsaw', now).find(({ choice }) => choice === 'SHIFT_END')?.until
    assert.equal(until(now + 60_000), now + 60_000)
    assert.equal(until(now), undefined)
  })
})

describe('a new rule', () => {
  it('is sent with what its kind needs, and not while a number is missing', () => {
    assert.deepEqual(inputOf(RULE, [...TYPES], 'en'), {
      workCenterId: 7,
      notificationTypeId: 'stop',
      targetAudience: 'TEAMS',
      identifiers: ['t1'],
      name: null,
      severity: 'WARNING',
      webhookIds: ['h1'],
      steps: [{ afterMinutes: 20, targetAudience: 'ROLES', identifiers: ['ADMIN'] }],
      ackTimeout: 60,
      freshMinutes: 15,
      duration: 5,
      statusId: null,
      mode: 'STOP',
      unlessPlanned: true,
    })
    const target = inputOf({ ...RULE, type: 'TARGET_VALUE', target: '62,5', audience: 'USERS:' }, [...TYPES], 'uk')
    assert.deepEqual([target?.targetValue, target?.duration, target?.identifiers], [62.5, undefined, null])
    assert.deepEqual(
      [inputOf({ ...RULE, minutes: '' }, [...TYPES], 'en'), inputOf({ ...RULE, minutes: '2.5' }, [...TYPES], 'en')],
      [null, null],
    )
    assert.equal(inputOf({ ...RULE, steps: [{ minutes: '', audience: 'USERS:' }] }, [...TYPES], 'en'), null)
    assert.equal(inputOf({ ...RULE, type: 'TARGET_VALUE', target: '' }, [...TYPES], 'en')?.targetValue, null)
    const quality = inputOf({ ...RULE, type: 'TARGET_VALUE', figure: 'QUALITY', comparison: 'GREATER', statusId: '4' }, [...TYPES], 'en')
    assert.deepEqual([quality?.mode, quality?.comparisonType, quality?.statusId], ['QUALITY', 'GREATER', undefined])
    assert.equal(inputOf({ ...RULE, ackMinutes: '' }, [...TYPES], 'en'), null)
    assert.equal(inputOf({ ...RULE, freshMinutes: '1.5' }, [...TYPES], 'en'), null)
    assert.deepEqual(audienceOf('ROLES:OPERATOR'), { targetAudience: 'ROLES', identifiers: ['OPERATOR'] })
  })
})

describe('a stored rule', () => {
  it('is typed as it was said, with all of its people, and sent the same', () => {
    const person = (id: string) => ({ identifier: id, users: [] })
    const stored = {
      id: 'r1',
      name: 'Night',
      type: 'STATUS_DURATION' as const,
      notificationTypeId: 'stop',
      workCenter: { id: 7, name: 'Press' },
      statusRuleId: 4,
      statusName: 'Setup',
      mode: 'STATUS' as const,
      unlessPlanned: false,
      ackTimeout: 30,
      freshMinutes: 15,
      targetValue: null,
      comparisonType: 'LOWER' as const,
      periodType: 'SHIFT' as const,
      timeOfSending: null,
      duration: 5,
      targetAudience: 'USERS' as const,
      audience: [person('anna'), person('ben')],
      severity: 'URGENT' as const,
      steps: [{ afterMinutes: 20, targetAudience: 'TEAMS' as const, audience: [{ identifier: null, users: [] }] }],
      webhookIds: ['h1'],
      isActive: true,
      version: 3,
    }
    const typed = typedRule(stored, String)
    assert.equal(typed.audience, 'USERS:anna,ben')
    assert.deepEqual(inputOf(typed, [...TYPES], 'en'), {
      workCenterId: 7,
      notificationTypeId: 'stop',
      targetAudience: 'USERS',
      identifiers: ['anna', 'ben'],
      name: 'Night',
      severity: 'URGENT',
      webhookIds: ['h1'],
      steps: [{ afterMinutes: 20, targetAudience: 'TEAMS', identifiers: null }],
      ackTimeout: 30,
      freshMinutes: 15,
      duration: 5,
      statusId: 4,
      mode: 'STATUS',
      unlessPlanned: false,
    })
  })
})

describe('what somebody is sent', () => {
  const quiet = { weekdays: [1, 2], from: '22:00', to: '06:00' }
  const channels = [
    { type: 'STATUS_DURATION', emailFrom: 'WARNING', pushFrom: 'INFO' },
    { type: 'BATTERY_LOW', emailFrom: 'NEVER', pushFrom: 'URGENT' },
  ] as const
  const stored = { channels: [...channels], quiet, urgentPierces: true, pausedUntil: '2026-11-24T12:00:00.000Z' }

  it('changes by one thing, and keeps what another device stored meanwhile', () => {
    assert.deepEqual(preferencesInput(changedPreferences(stored, { urgentPierces: false })), { ...stored, urgentPierces: false })
    const next = changedPreferences(stored, { channel: { type: 'BATTERY_LOW', emailFrom: 'INFO' } })
    assert.deepEqual(next, { ...stored, channels: [channels[0], { type: 'BATTERY_LOW', emailFrom: 'INFO', pushFrom: 'URGENT' }] })
    assert.deepEqual(changedPreferences(stored, { quiet: null, pausedUntil: null }), { ...stored, quiet: null, pausedUntil: null })
  })

  it('is sent without names of types', () => {
    const named = { ...stored, __typename: 'NotificationPreferences', quiet: { ...quiet, __typename: 'QuietHours' } }
    assert.deepEqual(preferencesInput(named), stored)
  })
})

it('what a message leads to stands on top where the page does not have it', () => {
  const [ended, open] = [{ id: 'ended' }, { id: 'open' }]
  assert.deepEqual(withMarked([open], ended), [ended, open])
  assert.deepEqual(withMarked([open, ended], ended), [open, ended])
  assert.deepEqual(withMarked([open], null), [open])
})

it('what was refused and which counters are wrong has words, a reason that nobody knows has none', () => {
  assert.deepEqual(['TOO_LATE', 'UNKNOWN_SENSOR', 'ELSE', null].map(refusalOf), ['TOO_LATE', 'UNKNOWN_SENSOR', null, null])
  assert.deepEqual(['COUNTER_SPIKE', 'COUNTER_MISMATCH', null].map(flowSentence), ['FLOW_SPIKE', 'FLOW_ERROR', 'FLOW_ERROR'])
})
