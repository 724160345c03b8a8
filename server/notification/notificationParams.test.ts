import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '#engine/notification/condition.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { paramsOf } from './notificationParams.ts'

const T = Date.UTC(2026, 10, 24, 23)
const condition: Condition = {
  type: 'WORK_IN_NON_WORK_TIME',
  statusRuleId: null,
  mode: 'STATUS',
  unlessPlanned: true,
  targetValue: null,
  comparisonType: 'LOWER',
}

test('work outside shifts tells its minutes, without those between, as far as the clock has come', () => {
  const counted = [
    { start: T, end: T + 3 * MINUTE_MS },
    { start: T + 4 * MINUTE_MS, end: Infinity },
  ]
  const told = (now: number, until: number | null = null) => {
    const episode = { since: T, until, counted: until === null ? counted : [{ start: T, end: until }] }
    const facts = { statuses: [], pieces: [], windows: [], shifts: [] }
    return paramsOf(condition, { episode, facts, reasonIdAt: () => null, statusNames: new Map(), now }).value
  }
  assert.equal(told(T + 2 * MINUTE_MS + 30_000), 2)
  assert.equal(told(T + 10 * MINUTE_MS), 9)
  assert.equal(told(T + 60 * MINUTE_MS, T + 7 * MINUTE_MS), 7)
})
