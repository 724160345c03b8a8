import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { lockMs, strangersLockMs } from './lockOut.ts'

test('locks from the fifth failure on, doubling from one minute to fifteen', () => {
  const failures = [0, 1, 4, 5, 6, 7, 8, 9, 10, 1000]
  assert.deepEqual(
    failures.map(lockMs),
    [0, 0, 0, 1, 2, 4, 8, 15, 15, 15].map((minutes) => minutes * MINUTE_MS),
  )
})

test('locks all unknown browsers from their fiftieth failure on', () => {
  assert.deepEqual(
    [0, 49, 50, 51, 1000].map(strangersLockMs),
    [0, 0, 15, 15, 15].map((minutes) => minutes * MINUTE_MS),
  )
})
