import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { OeeIssue } from '#engine/facts.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { connectionErrors } from './connectionError.ts'
import { dueAt } from './countedTime.ts'
import { flowErrors } from './flowError.ts'

const T = Date.UTC(2026, 10, 24, 6)
const minute = (minutes: number) => T + minutes * MINUTE_MS
const inMinutes = (at: number | null) => (at === null ? null : (at - T) / MINUTE_MS)

describe('refused entries', () => {
  const told = (minutes: readonly number[], now = 600) =>
    connectionErrors(
      minutes.map((one) => ({ at: minute(one), reason: 'BAD_TIME' })),
      minute(now),
    ).map(({ since, until, counted, count }) => [inMinutes(since), inMinutes(dueAt(counted, since, 0)), inMinutes(until), count])

  it('are told with the fifth in ten minutes, until half an hour without one', () => {
    assert.deepEqual(told([0, 1, 2, 3]), [])
    assert.deepEqual(told([0, 1, 2, 3, 10]), [[0, 10, 40, 5]])
    assert.deepEqual(told([0, 1, 2, 3, 11]), [])
    assert.deepEqual(told([0, 20, 21, 22, 23, 24, 50], 79), [[20, 24, null, 7]])
    assert.deepEqual(told([0, 20, 21, 22, 23, 24, 50], 80), [[20, 24, 80, 7]])
  })

  it('are told of each reason for itself', () => {
    const entries = [0, 1, 2, 3, 4].flatMap((one) => [
      { at: minute(one), reason: 'TOO_OLD' },
      { at: minute(one), reason: one < 4 ? 'BAD_VALUE' : 'TOO_LARGE' },
    ])
    assert.deepEqual(
      connectionErrors(entries, minute(9)).map(({ reason }) => reason),
      ['TOO_OLD'],
    )
  })

  it('are the same in any order', () => {
    let found = 0
    const entry = fc.record({ at: fc.integer({ min: 0, max: 120 }).map(minute), reason: fc.constantFrom('A', 'B') })
    const entries = fc.array(entry, { minLength: 5, maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(entries, fc.integer(), (list, seed) => {
        const mixed = list.toSorted((a, b) => ((a.at * 31 + seed) % 97) - ((b.at * 31 + seed) % 97))
        const episodes = connectionErrors(list, minute(130))
        assert.deepEqual(connectionErrors(mixed, minute(130)), episodes)
        found += episodes.length
      }),
    )
    assert.ok(found > 50, `only ${found} episodes`)
  })
})

describe('counters that do not count what they should', () => {
  const shifts = (issues: readonly (readonly OeeIssue[])[]) =>
    issues.map((own, index) => ({ start: T + index * 8 * HOUR_MS, end: T + (index + 1) * 8 * HOUR_MS, issues: own }))
  const told = (issues: readonly (readonly OeeIssue[])[], hours: number) =>
    flowErrors(shifts(issues), T + hours * HOUR_MS).map(({ since, until, counted, issue }) => [
      issue,
      inMinutes(since),
      inMinutes(dueAt(counted, since, 0)),
      inMinutes(until),
    ])

  it('are told after the first shift that has the issue, until one ended without it', () => {
    const issues: (readonly OeeIssue[])[] = [[], ['COUNTER_MISMATCH'], ['COUNTER_MISMATCH'], []]
    assert.deepEqual(told(issues, 30), [['COUNTER_MISMATCH', 480, 965, null]])
    assert.deepEqual(told(issues, 32), [['COUNTER_MISMATCH', 480, 965, 1920]])
  })

  it('are told anew where a shift without the issue came between, and of each issue', () => {
    const issues: (readonly OeeIssue[])[] = [['COUNTER_SPIKE'], [], ['COUNTER_SPIKE', 'COUNTER_MISMATCH'], ['NO_REFERENCE_SPEED']]
    assert.deepEqual(told(issues, 32), [
      ['COUNTER_SPIKE', 0, 485, 960],
      ['COUNTER_MISMATCH', 960, 1445, 1920],
      ['COUNTER_SPIKE', 960, 1445, 1920],
    ])
  })
})
