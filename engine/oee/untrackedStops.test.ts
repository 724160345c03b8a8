import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { untrackedStopMs } from './untrackedStops.ts'

test('stops of a record that no loss stands for are what its losses lack of it (W-11)', () => {
  const sums = { excludedMs: 30 * MINUTE_MS, availabilityLossMs: 62 * MINUTE_MS, smallStopMs: 12 * MINUTE_MS }
  assert.equal(untrackedStopMs(sums, 100 * MINUTE_MS), 4 * MINUTE_MS)
  assert.equal(untrackedStopMs(sums, 104 * MINUTE_MS), 0)
  // An open stop goes on beyond what its shift was worked out to.
  assert.equal(untrackedStopMs(sums, 105 * MINUTE_MS), 0)
})
