import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { initialState } from '#engine/advance.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveView } from '#engine/workCenter/liveView.ts'
import { needsOf } from './needs.view.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 4 * HOUR_MS
const SHIFT = { shiftId: 1, shiftDate: '2026-05-04', code: '1', name: 'Morning', start: START, end: START + 8 * HOUR_MS }
const STATUS = { noDataCause: null, statusRuleId: null, name: null, color: null, isEffective: false, isScheduledLoss: false } as const
const OUTPUT = { total: 0, accepted: 0, rejected: 0, targetToDate: 400, targetFullShift: 960 }

const idle = liveView(initialState(), NOW, exampleSetup())
function standing(minutes: number, parts: Partial<LiveWorkCenter> = {}): LiveWorkCenter {
  const status = { ...STATUS, kind: 'OFF', since: NOW - minutes * MINUTE_MS } as const
  return { ...idle, status, stop: { look: 'UNEXPLAINED', reasonId: null, reason: null }, shift: SHIFT, output: OUTPUT, ...parts }
}
const needs = (...states: readonly LiveWorkCenter[]) =>
  needsOf(
    states.map((_state, id) => ({ id })),
    new Map(states.map((state, id) => [id, state])),
    NOW,
  ).map(({ workCenter, kind, count, lost }) => [workCenter.id, kind, count, lost])

test('the longest stop without a reason comes first, then who has the most stops to explain; the others wait for nobody', () => {
  const known = standing(90, { stop: { look: 'KNOWN', reasonId: null, reason: 'No material' } })
  const some = { ...idle, unclassifiedLossCount: 2 }
  const more = { ...idle, unclassifiedLossCount: 5 }
  assert.deepEqual(needs(some, standing(5, { unclassifiedLossCount: 1 }), known, standing(30), idle, more), [
    [3, 'stop', 0, 60],
    [1, 'stop', 1, 10],
    [5, 'reasons', 5, null],
    [0, 'reasons', 2, null],
  ])
})

test('what a stop costs is the plan of its time in this shift, and nothing where there is no plan', () => {
  assert.deepEqual(needs(standing(300))[0]?.[3], 480, 'since the shift began')
  assert.equal(needs(standing(30, { output: { ...OUTPUT, targetFullShift: null } }))[0]?.[3], null)
  assert.equal(needs(standing(30, { shift: null }))[0]?.[3], null)
})
