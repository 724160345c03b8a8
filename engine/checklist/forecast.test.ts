import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { ChecklistFacts, ChecklistFrequency } from './checklist.ts'
import { foretold, workingFrom } from './forecast.ts'

const DAY_START = Date.UTC(2026, 4, 4, 6)
const at = (hours: number): number => DAY_START + hours * HOUR_MS
const NOW = at(1.5)
const FREQUENCY: ChecklistFrequency = {
  source: 'REGULAR_INTERVALS',
  everyMs: HOUR_MS,
  everyUnits: 10,
  resetAtShiftStart: false,
  resetAtProductChangeover: false,
  pauseDuringDowntime: true,
  allowManualActivation: false,
  statusRuleId: null,
  reasonId: null,
  showAfterMs: 0,
  showAfterUnit: 'MINUTES',
  showAt: ['07:10', '09:00', '20:00'],
}
/** A shift of eight hours; the machine worked for half an hour and has stood since. */
const FACTS: ChecklistFacts = {
  zone: 'UTC',
  shifts: [{ start: at(0), end: at(8) }],
  statuses: [
    { start: at(0), end: at(0.5), statusRuleId: 1, isRunning: true, hasData: true },
    { start: at(0.5), end: null, statusRuleId: 2, isRunning: false, hasData: true },
  ],
  sameStatuses: new Map(),
  stops: [],
  changeovers: [],
  counts: [],
}

function hoursOf(more: Partial<ChecklistFrequency>, to = at(5)): readonly number[] {
  const checklist = { frequency: { ...FREQUENCY, ...more }, activeFrom: at(0), answerWithinMs: null }
  return foretold(checklist, workingFrom(FACTS, NOW), { from: at(0), now: NOW, to, clock: null }).map(
    ({ dueAt }) => (dueAt - DAY_START) / HOUR_MS,
  )
}

describe('what the clock will make due', () => {
  it('counts on from now as if the machine worked, also where it stands', () => {
    assert.deepEqual(hoursOf({}), [2, 3, 4])
  })

  it('goes on by the wall clock where downtime counts', () => {
    assert.deepEqual(hoursOf({ pauseDuringDowntime: false }), [2, 3, 4])
    assert.deepEqual(hoursOf({ pauseDuringDowntime: false, everyMs: 90 * MINUTE_MS }), [3, 4.5])
  })

  it('holds times of day that are still to come in a shift', () => {
    assert.deepEqual(hoursOf({ source: 'DAILY_SCHEDULE' }, at(24)), [3])
  })

  it('foretells nothing that follows stops or units', () => {
    for (const source of ['STATUS', 'REASON', 'LOSS_REASON', 'QUANTITY_PRODUCED'] as const) assert.deepEqual(hoursOf({ source }), [])
  })

  it('ends with the shifts there are', () => {
    assert.deepEqual(hoursOf({}, at(48)).at(-1), 7)
  })
})
