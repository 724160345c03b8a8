import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Condition, ConditionFacts, ConditionStatus } from './condition.ts'
import type { AudienceChoice } from './escalation.ts'
import { stepsOf } from './escalation.ts'
import type { Preference } from './preference.ts'
import { previewOf } from './preview.ts'
import type { PreviewFacts, PreviewRule } from './preview.ts'
import { toldPeople } from './tellSteps.ts'

const DAY = Date.UTC(2026, 10, 2)
const hour = (day: number, hours: number) => DAY + day * DAY_MS + hours * HOUR_MS
const ANY: Preference = { emails: {}, quiet: null, urgentPierces: true, pausedUntil: null }
const STOP: Condition = {
  type: 'STATUS_DURATION',
  statusRuleId: null,
  mode: 'STATUS',
  unlessPlanned: true,
  targetValue: null,
  comparisonType: 'LOWER',
}
const stop = (start: number, minutes: number | null): ConditionStatus => ({
  start,
  end: minutes === null ? null : start + minutes * MINUTE_MS,
  kind: 'RULE',
  statusRuleId: null,
  cause: null,
  isEffective: false,
  isStop: true,
})
const person = (userId: string, preference = ANY): PreviewFacts['members'][number] => ({
  userId,
  role: 'USER',
  teamId: null,
  sees: true,
  zone: 'UTC',
  preference,
  hasDevice: false,
})
const users = (...identifiers: readonly string[]): AudienceChoice => ({ targetAudience: 'USERS', identifiers })
const ruleOf = (given: Partial<PreviewRule['policy']> = {}): PreviewRule => ({
  workCenterId: 'press',
  condition: STOP,
  policy: { ...users('olena'), severity: 'WARNING', durationMs: 5 * MINUTE_MS, steps: [], ...given },
})
const PERIOD: Interval = { start: hour(0, 0), end: hour(31, 0) }
const factsOf = (statuses: readonly ConditionStatus[], members = [person('olena')]): PreviewFacts => {
  const condition: ConditionFacts = { statuses, pieces: [], windows: [{ start: hour(-1, 0), end: hour(32, 0) }], shifts: [] }
  return { condition, members, zone: 'UTC' }
}
const counts = (rule: PreviewRule, facts: PreviewFacts) =>
  previewOf(rule, facts, PERIOD).people.map(({ userId, messages }) => [userId, messages.length])

describe('a rule on trial', () => {
  it('says how often it would have told, when and how long', () => {
    const stops = [stop(hour(0, 9), 4), stop(hour(1, 9), 6), stop(hour(2, 23), 20), stop(hour(3, 21.95), 10), stop(hour(30, 23), null)]
    const facts = factsOf(stops)
    const { episodes, atNight, medianMs } = previewOf(ruleOf(), facts, PERIOD)
    assert.deepEqual(
      episodes.map((one) => [one.since, one.dueAt - one.since, one.isAtNight]),
      [hour(1, 9), hour(2, 23), hour(3, 21.95), hour(30, 23)].map((since, place) => [since, 5 * MINUTE_MS, place > 0]),
    )
    assert.deepEqual([atNight, medianMs], [3, 10 * MINUTE_MS])
  })

  it('counts what became due in the period, as if the rule had been there before', () => {
    const facts = factsOf([stop(hour(-1, 23.95), 10), stop(hour(-1, 20), 10), stop(hour(30, 23.95), 20)])
    assert.deepEqual(
      previewOf(ruleOf(), facts, PERIOD).episodes.map(({ dueAt }) => dueAt - PERIOD.start),
      [2 * MINUTE_MS],
    )
  })

  it('counts the messages of each person, gathered and within the cap', () => {
    const statuses = Array.from({ length: 8 }, (_, day) => stop(hour(day, 9), 30))
    const steps = [{ ...users('jan', 'olena'), afterMinutes: 15 }]
    assert.deepEqual(counts(ruleOf({ steps }), factsOf(statuses, [person('olena'), person('jan'), person('ola')])), [
      ['jan', 8],
      ['olena', 8],
    ])
    const quiet = { ...ANY, quiet: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '10:00' } }
    assert.deepEqual(counts(ruleOf(), factsOf(statuses, [person('olena', quiet)])), [['olena', 0]])
  })

  it('tells in the inbox alone what somebody wants no messages of', () => {
    const statuses = [stop(hour(0, 9), 30), stop(hour(1, 9), 30)]
    const never = person('olena', { ...ANY, emails: { STATUS_DURATION: 'NEVER' } })
    const copies = (rule: PreviewRule, facts: PreviewFacts) =>
      previewOf(rule, facts, PERIOD).people.map((one) => [one.copies, one.messages.length])
    assert.deepEqual(copies(ruleOf(), factsOf(statuses, [never])), [[2, 0]])
    assert.deepEqual(copies(ruleOf({ severity: 'INFO' }), factsOf(statuses)), [[2, 0]])
    assert.deepEqual(copies(ruleOf(), factsOf(statuses)), [[2, 2]])
  })

  it('tells the next step at once where the first is in its quiet hours', () => {
    const quiet = person('olena', { ...ANY, quiet: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '10:00' } })
    const rule = ruleOf({ steps: [{ ...users('jan'), afterMinutes: 60 }] })
    const { people } = previewOf(rule, factsOf([stop(hour(0, 9), 30)], [quiet, person('jan')]), PERIOD)
    assert.deepEqual(
      people.map((one) => [one.userId, one.messages.map(({ at }) => (at - hour(0, 9)) / MINUTE_MS)]),
      [
        ['jan', [5]],
        ['olena', []],
      ],
    )
  })

  it('reads a month of many stops, and is the same whatever order people stand in', () => {
    const statuses = Array.from({ length: 2880 }, (_, place) => stop(hour(0, 0) + place * 15 * MINUTE_MS, 10))
    const members = Array.from({ length: 10 }, (_, place) => person(`user-${place}`))
    const rule = ruleOf({ identifiers: null })
    const preview = previewOf(rule, factsOf(statuses, members), PERIOD)
    assert.deepEqual([preview.episodes.length, preview.people.length, preview.people[0]?.messages.length], [2880, 10, 2880])
    assert.deepEqual(previewOf(rule, factsOf(statuses, members.toReversed()), PERIOD), preview)
  })

  it('tells nothing more of what comes and goes', () => {
    const statuses = Array.from({ length: 10 }, (_, place) => stop(hour(0, 9) + place * 7 * MINUTE_MS, 6))
    const { episodes, flapping, people } = previewOf(ruleOf(), factsOf(statuses), PERIOD)
    assert.deepEqual([episodes.length, flapping.length, people[0]?.messages.length], [10, 1, 3])
  })

  it('tells what came and went and then stays, those of later steps in their turn, and what is urgent at once', () => {
    const stops = [0, 8, 16].map((minutes) => stop(hour(0, 22) + minutes * MINUTE_MS, 6))
    const since = hour(0, 22) + 24 * MINUTE_MS
    const facts = factsOf([...stops, stop(since, null)], [person('olena'), person('jan')])
    const rule = ruleOf({ steps: [{ ...users('jan'), afterMinutes: 20 }] })
    const later = (given: PreviewRule) =>
      previewOf(given, facts, PERIOD).people.map(({ userId, messages }) => [
        userId,
        messages.flatMap(({ at }) => (at > since ? [(at - since) / MINUTE_MS] : [])),
      ])
    assert.deepEqual(later(rule), [
      ['olena', [30]],
      ['jan', [25]],
    ])
    assert.deepEqual(later({ ...rule, policy: { ...rule.policy, severity: 'URGENT' } }), [
      ['olena', [5]],
      ['jan', [25]],
    ])
  })

  it('tells the next step at once where the first has neither e-mails nor a browser, unless that is to be read only', () => {
    const deaf = person('olena', { ...ANY, emails: { STATUS_DURATION: 'NEVER' } })
    const steps = [{ ...users('jan'), afterMinutes: 60 }]
    const facts = (first: PreviewFacts['members'][number]) => factsOf([stop(hour(0, 9), 30)], [first, person('jan')])
    assert.deepEqual(counts(ruleOf({ steps }), facts(deaf)), [
      ['jan', 1],
      ['olena', 0],
    ])
    assert.deepEqual(counts(ruleOf({ steps }), facts({ ...deaf, hasDevice: true })), [['olena', 0]])
    assert.deepEqual(counts(ruleOf({ steps, severity: 'INFO' }), facts(deaf)), [['olena', 0]])
  })

  it('has no median where nothing is over, and nobody where nothing was', () => {
    assert.equal(previewOf(ruleOf(), factsOf([stop(hour(30, 9), null)]), PERIOD).medianMs, null)
    assert.deepEqual(previewOf(ruleOf(), factsOf([]), PERIOD), { episodes: [], atNight: 0, medianMs: null, flapping: [], people: [] })
  })
})

describe('people who are told of an episode', () => {
  const since = hour(0, 10)
  const minutes = (at: number) => (at - since) / MINUTE_MS
  const told = (manager: 'WARNING' | 'URGENT', lasts: number | null = null, quiet: readonly string[] = []) => {
    const common = { countsFrom: 0, steps: [] }
    const steps = stepsOf([
      { ...common, ...users('olena', 'jan'), id: 'lead', severity: 'WARNING', durationMs: 5 * MINUTE_MS },
      { ...common, ...users('olena', 'ola'), id: 'manager', severity: manager, durationMs: 20 * MINUTE_MS },
    ])
    const until = lasts === null ? null : since + lasts * MINUTE_MS
    const episode = { since, until, counted: [{ start: since, end: until ?? Infinity }] }
    const members = [person('olena'), person('jan'), person('ola')]
    const escalating = { episode, firedAt: since + 5 * MINUTE_MS, acknowledgedAt: null, ackTimeoutMs: HOUR_MS }
    const isHeld = ({ userId }: { readonly userId: string }) => quiet.includes(userId)
    const people = toldPeople({ steps, silent: new Set() }, escalating, { members, isHeld, until: Infinity })
    return people.map(({ userId, at, severity }) => [userId, minutes(at), severity])
  }

  it('hear of it once, and again only as it becomes more severe', () => {
    const first = [
      ['olena', 5, 'WARNING'],
      ['jan', 5, 'WARNING'],
    ]
    assert.deepEqual(told('WARNING'), [...first, ['ola', 20, 'WARNING']])
    assert.deepEqual(told('URGENT'), [...first, ['olena', 20, 'URGENT'], ['ola', 20, 'URGENT']])
    assert.deepEqual(told('URGENT', 18), first)
  })

  it('are those of the next step at once where nobody of an audience hears it', () => {
    const first = [
      ['olena', 5, 'WARNING'],
      ['jan', 5, 'WARNING'],
    ]
    assert.deepEqual(told('WARNING', 18, ['olena', 'jan']), [...first, ['ola', 5, 'WARNING']])
    assert.deepEqual(told('WARNING', 18, ['olena']), first)
  })

  it('are administrators where an audience has nobody left', () => {
    const episode = { since, until: null, counted: [{ start: since, end: Infinity }] }
    const steps = stepsOf([{ ...users('gone'), id: 'rule', severity: 'INFO', durationMs: 0, countsFrom: 0, steps: [] }])
    const members = [person('olena'), { ...person('admin'), role: 'ADMIN' as const }]
    const escalating = { episode, firedAt: since, acknowledgedAt: null, ackTimeoutMs: HOUR_MS }
    assert.deepEqual(
      toldPeople({ steps, silent: new Set() }, escalating, { members, isHeld: () => false, until: Infinity }).map(({ userId }) => userId),
      ['admin'],
    )
  })
})
