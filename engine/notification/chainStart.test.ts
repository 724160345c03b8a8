import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { holdsNothingFromBefore } from './chainStart.ts'
import type { ConditionStatus } from './condition.ts'

const T = Date.UTC(2026, 10, 24, 10)
type Kind = 'idle' | 'run'

/** Statuses that follow each other, each of so many minutes; the last goes on. */
function following(...given: readonly (readonly [Kind, number])[]): readonly ConditionStatus[] {
  let at = T
  return given.map(([kind, minutes], index) => {
    const start = at
    at += minutes * MINUTE_MS
    const isEffective = kind === 'run'
    const end = index === given.length - 1 ? null : at
    return { start, end, kind: 'RULE', statusRuleId: null, cause: null, isEffective, isStop: !isEffective }
  })
}

for (const [name, statuses, sinceMinute, expected] of [
  ['a stop and work before the instant end what held before', following(['idle', 5], ['run', 5], ['idle', 1]), 10, true],
  ['a stop that has lasted since before goes on', following(['idle', 10], ['run', 1]), 9, false],
  ['work that a short stop interrupts goes on', following(['run', 10], ['idle', 1], ['run', 10]), 15, false],
  ['stops alone may have begun before', following(['idle', 10], ['idle', 10], ['idle', 1]), 20, false],
  ['what came after the instant says nothing', following(['idle', 30], ['run', 5], ['idle', 1]), 20, false],
  ['without statuses nothing is known', [], 10, false],
] as const)
  test(name, () => {
    assert.equal(holdsNothingFromBefore(statuses, T + sinceMinute * MINUTE_MS), expected)
  })
