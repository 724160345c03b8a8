import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { inTurn, severityOf, stepDueAt, stepsOf } from './escalation.ts'
import type { RulePolicy } from './escalation.ts'
import { quietUntil } from './quietHours.ts'
import { recipientsOf } from './recipients.ts'
import type { Member } from './recipients.ts'

const T10 = Date.UTC(2026, 10, 24, 10)
const at = (minute: number) => T10 + minute * MINUTE_MS
const rule = (id: string, minutes: number, given: Partial<RulePolicy> = {}): RulePolicy => ({
  id,
  severity: 'WARNING',
  durationMs: minutes * MINUTE_MS,
  countsFrom: 0,
  targetAudience: 'USERS',
  identifiers: [id],
  steps: [],
  ...given,
})
const open = { episode: { since: at(0), until: null, counted: [{ start: at(0), end: Infinity }] }, firedAt: at(5), ackTimeoutMs: HOUR_MS }
const minutes = (rules: readonly RulePolicy[], acknowledged: number | null = null) =>
  stepsOf(rules).map((step) => {
    const due = stepDueAt(step, { ...open, acknowledgedAt: acknowledged === null ? null : at(acknowledged) })
    return [step.identifiers?.[0], due === null ? null : (due - T10) / MINUTE_MS]
  })

describe('steps of an episode', () => {
  it('are the rules of its condition by their durations, and the steps of each after firing', () => {
    assert.deepEqual(minutes([rule('manager', 20), rule('lead', 5)]), [
      ['lead', 5],
      ['manager', 20],
    ])
    const steps = [{ afterMinutes: 15, targetAudience: 'USERS', identifiers: ['leads'] }] as const
    assert.deepEqual(minutes([rule('lead', 5, { steps })]), [
      ['lead', 5],
      ['leads', 20],
    ])
  })

  it('wait an hour once somebody acknowledged, and were told if that came later', () => {
    const steps = [{ afterMinutes: 15, targetAudience: 'USERS', identifiers: ['leads'] }] as const
    const rules = [rule('lead', 5, { steps })]
    assert.deepEqual(minutes(rules, 17)[1], ['leads', 77])
    assert.deepEqual(minutes(rules, 21)[1], ['leads', 20])
  })

  it('are told once each, also when late data turn their order round', () => {
    const steps = [{ afterMinutes: 10, targetAudience: 'USERS', identifiers: ['leads'] }] as const
    const all = stepsOf([rule('lead', 5, { steps }), rule('manager', 20)])
    const now = { ...open, acknowledgedAt: null }
    const names = (turns: ReturnType<typeof inTurn>) =>
      turns.map(({ step, at: due }) => [step.identifiers?.[0], ((due ?? 0) - T10) / MINUTE_MS])
    const before = inTurn(all, 0, now)
    assert.deepEqual(names(before), [
      ['lead', 5],
      ['leads', 15],
      ['manager', 20],
    ])
    // It began ten minutes earlier than was known.
    const earlier = { ...now, episode: { since: at(-10), until: null, counted: [{ start: at(-10), end: Infinity }] } }
    const after = inTurn(
      before.map(({ step }) => step),
      2,
      earlier,
    )
    assert.deepEqual(
      names(after).map(([name]) => name),
      ['lead', 'leads', 'manager'],
    )
    assert.deepEqual(
      names(inTurn(all, 1, earlier)).map(([name]) => name),
      ['lead', 'manager', 'leads'],
    )
  })

  it('have the highest severity of those told', () => {
    const steps = stepsOf([rule('lead', 5, { severity: 'INFO' }), rule('manager', 20, { severity: 'URGENT' })])
    assert.deepEqual([severityOf(steps.slice(0, 1)), severityOf(steps)], ['INFO', 'URGENT'])
  })
})

describe('recipients', () => {
  const members: readonly Member[] = [
    { userId: 'anna', role: 'OPERATOR', teamId: 'morning', sees: true },
    { userId: 'jan', role: 'USER', teamId: 'morning', sees: true },
    { userId: 'ola', role: 'OPERATOR', teamId: null, sees: false },
  ]
  it('are users, members of teams or holders of roles who may see the work center', () => {
    assert.deepEqual(recipientsOf({ targetAudience: 'USERS', identifiers: ['anna', 'ola'] }, members), ['anna'])
    assert.deepEqual(recipientsOf({ targetAudience: 'TEAMS', identifiers: ['morning'] }, members), ['anna', 'jan'])
    assert.deepEqual(recipientsOf({ targetAudience: 'TEAMS', identifiers: null }, members), ['anna', 'jan'])
    assert.deepEqual(recipientsOf({ targetAudience: 'ROLES', identifiers: ['OPERATOR'] }, members), ['anna'])
  })
})

describe('quiet hours', () => {
  const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }
  const until = (instant: string, quiet = night) => {
    const end = quietUntil(quiet, 'Europe/Warsaw', Date.parse(instant))
    return end === null ? null : new Date(end).toISOString().slice(0, 16)
  }
  it('are by the clock of the person, an hour longer when it goes back', () => {
    assert.equal(until('2026-10-24T19:59:59Z'), null)
    assert.equal(until('2026-10-24T20:00:00Z'), '2026-10-25T05:00')
    assert.equal(until('2026-10-25T03:30:00Z'), '2026-10-25T05:00')
    assert.equal(until('2026-10-25T05:00:00Z'), null)
  })

  it('begin on their weekdays', () => {
    const friday = { ...night, weekdays: [5] }
    assert.equal(until('2026-11-27T23:00:00Z', friday), '2026-11-28T05:00')
    assert.equal(until('2026-11-28T23:00:00Z', friday), null)
    assert.equal(until('2026-11-27T12:00:00Z', { weekdays: [5], from: '12:00', to: '14:00' }), '2026-11-27T13:00')
  })
})
