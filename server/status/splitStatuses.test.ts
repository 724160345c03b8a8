import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { StoredStatus } from './statusInterval.store.ts'
import { splitStatuses } from './splitStatuses.service.ts'

/** 22:00 in Kyiv, two hours before the clock goes forward at 3:00. */
const START = Date.parse('2026-03-28T20:00:00Z')
const PERIOD = { start: START, end: START + 30 * HOUR_MS }
const running = statusOf('RULE', START, START + 20 * HOUR_MS)
const off = statusOf('OFF', START + 20 * HOUR_MS, null)

test('a period as a whole, and by days of the zone, of which one has 23 hours', () => {
  const whole = splitStatuses([running, off], PERIOD, 'Europe/Kyiv', null)
  assert.deepEqual(
    whole.map((total) => [total.timeStart, total.kind, total.durationMs / HOUR_MS]),
    [
      [START, 'RULE', 20],
      [START, 'OFF', 10],
    ],
  )
  const days = splitStatuses([running, off], PERIOD, 'Europe/Kyiv', 'DAY')
  assert.deepEqual(
    days.map((total) => [new Date(total.timeStart).toISOString(), total.kind, total.durationMs / HOUR_MS]),
    [
      ['2026-03-28T20:00:00.000Z', 'RULE', 2],
      ['2026-03-28T22:00:00.000Z', 'RULE', 18],
      ['2026-03-28T22:00:00.000Z', 'OFF', 5],
      ['2026-03-29T21:00:00.000Z', 'OFF', 5],
    ],
  )
})

test('hours and weeks sum to the whole, and too many are refused', () => {
  for (const split of ['HOUR', 'WEEK'] as const) {
    const sum = splitStatuses([running, off], PERIOD, 'Asia/Kathmandu', split).reduce((total, part) => total + part.durationMs, 0)
    assert.equal(sum, 30 * HOUR_MS)
  }
  assert.throws(() => splitStatuses([], { start: START, end: START + 1001 * HOUR_MS }, 'UTC', 'HOUR'), {
    code: 'INVALID_PERIOD',
    params: { maxDays: 41 },
  })
})

function statusOf(kind: 'RULE' | 'OFF', start: number, end: number | null): StoredStatus {
  return {
    workCenterId: asId<WorkCenterId>(1),
    start,
    end,
    kind,
    statusRuleId: kind === 'RULE' ? asId<StatusRuleId>(1) : null,
    cause: null,
    isEffective: kind === 'RULE',
    isScheduledLoss: false,
    reasonId: null,
    mergedCount: 1,
  }
}
