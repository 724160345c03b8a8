import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkCenterState } from '#engine/workCenter/workCenterSetup.ts'
import { currentState, type CurrentStateInput } from './currentState.ts'

const run: CurrentStateInput = { kind: 'RULE', isEffective: true, isPlanned: false, loadPercent: 60, idleLoadThreshold: 20 }
const stop: CurrentStateInput = { ...run, isEffective: false }

const rows: readonly (readonly [name: string, input: CurrentStateInput, expected: WorkCenterState | null])[] = [
  ['effective over the threshold', run, 'WORK_WITH_LOAD'],
  ['effective at the threshold', { ...run, loadPercent: 20 }, 'WORK_WITH_LOAD'],
  ['effective below the threshold', { ...run, loadPercent: 19.9 }, 'WORK_WITHOUT_LOAD'],
  ['effective by its pulses while the power sensor shows next to nothing', { ...run, loadPercent: 0.5 }, 'WORK_WITHOUT_LOAD'],
  ['effective with unknown load', { ...run, loadPercent: null }, 'WORK_WITH_LOAD'],
  ['stopped but powered below the threshold', { ...stop, loadPercent: 5 }, 'WORK_WITHOUT_LOAD'],
  ['stopped at the noise floor', { ...stop, loadPercent: 1 }, 'EMERGENCY'],
  ['stopped over the threshold', stop, 'EMERGENCY'],
  ['stopped as planned', { ...stop, isPlanned: true, loadPercent: 0 }, 'NOT_EMERGENCY'],
  ['off', { ...stop, kind: 'OFF', loadPercent: null }, 'EMERGENCY'],
  ['without data', { ...stop, kind: 'NO_DATA', loadPercent: null }, null],
]
for (const [name, input, expected] of rows) test(`a work center that is ${name} (S-4)`, () => assert.equal(currentState(input), expected))
