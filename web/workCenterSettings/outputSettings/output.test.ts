import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputHolds } from './output.view.ts'

test('how output is counted holds in unconfirmed shifts, a unit from now on, the rest for what is done next', () => {
  assert.deepEqual(outputHolds(['calculationType']), ['recalculated'])
  assert.deepEqual(outputHolds(['measurementUnitId', 'allowPastPeriodConfirmations']), ['unit', 'next'])
  assert.deepEqual(outputHolds([]), [])
})
