import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../time/durations.ts'
import { MAX_TRIAL_MACHINES, roomForTrial } from './trialMachine.ts'

const NOW = Date.UTC(2026, 4, 4, 9)
const made = (...minutesAgo: readonly number[]) => minutesAgo.map((minutes) => ({ madeAt: NOW - minutes * MINUTE_MS }))

test('a company has five machines to try with, and makes room by itself', () => {
  assert.equal(MAX_TRIAL_MACHINES, 5)
  assert.deepEqual(roomForTrial(made(50, 40, 30, 20), false, NOW), { gives: null })
  assert.deepEqual(roomForTrial(made(50, 40, 30, 20, 10), false, NOW), { waitMs: null })
})

test('in the demo the oldest gives way once it had ten minutes; till then the next visitor is told how long to wait', () => {
  const [first] = made(10)
  assert.deepEqual(roomForTrial(made(4, 3, 10, 2, 1), true, NOW), { gives: first })
  assert.deepEqual(roomForTrial(made(4, 3, 9, 2, 1), true, NOW), { waitMs: MINUTE_MS })
  assert.deepEqual(roomForTrial(made(4, 3, 9, 2), true, NOW), { gives: null })
})
