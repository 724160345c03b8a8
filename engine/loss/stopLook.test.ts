import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicLook, stopLook, type SeenStop, type StopLook } from './stopLook.ts'

const REASON = { type: 'UNPLANNED', isSmallStop: false, activityTypes: [] } as const

const LOOKS: readonly (readonly [name: string, stop: SeenStop, expected: StopLook])[] = [
  ['a stop without a reason', { kind: 'OFF', isScheduledLoss: false, reason: null }, 'UNEXPLAINED'],
  ['a planned status without a reason', { kind: 'RULE', isScheduledLoss: true, reason: null }, 'BY_STATUS'],
  ['silence', { kind: 'NO_DATA', isScheduledLoss: false, reason: null }, 'BY_STATUS'],
  ['an unplanned reason', { kind: 'OFF', isScheduledLoss: false, reason: REASON }, 'KNOWN'],
  ['a planned reason', { kind: 'OFF', isScheduledLoss: false, reason: { ...REASON, type: 'PLANNED' } }, 'PLANNED'],
  ['a small stop', { kind: 'OFF', isScheduledLoss: false, reason: { ...REASON, isSmallStop: true } }, 'SMALL'],
  ['a changeover', { kind: 'OFF', isScheduledLoss: false, reason: { ...REASON, activityTypes: ['CHANGEOVER_TIME'] } }, 'SETUP'],
  ['silence that a person explained', { kind: 'NO_DATA', isScheduledLoss: false, reason: REASON }, 'KNOWN'],
]
for (const [name, stop, expected] of LOOKS) test(`${name} looks ${expected}`, () => assert.equal(stopLook(stop), expected))

test('strangers see whether a stop has a reason, never which kind of reason', () => {
  assert.deepEqual(
    (['SMALL', 'SETUP', 'PLANNED', 'KNOWN'] as const).map((look) => publicLook(look, true)),
    ['KNOWN', 'KNOWN', 'KNOWN', 'KNOWN'],
  )
  assert.deepEqual([publicLook('UNEXPLAINED', false), publicLook('BY_STATUS', false), publicLook(null, false)], ['UNEXPLAINED', null, null])
})
