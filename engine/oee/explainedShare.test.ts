import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { explainedShareOf } from './explainedShare.ts'

const minutes = (planned: number, unplanned: number, small: number, unexplained: number) => ({
  plannedDowntimeMs: planned * MINUTE_MS,
  unplannedDowntimeMs: unplanned * MINUTE_MS,
  smallStopMs: small * MINUTE_MS,
  unclassifiedDowntimeMs: unexplained * MINUTE_MS,
})

test('of 104 minutes of stops 97 have a reason: lunch, jams, setup, missing material and small stops', () => {
  assert.equal(explainedShareOf(minutes(30 + 20, 25 + 10, 12, 7)), 97 / 104)
})

test('all is explained without an unexplained stop, nothing without an explained one, and without stops there is no share', () => {
  assert.equal(explainedShareOf(minutes(0, 25, 0, 0)), 1)
  assert.equal(explainedShareOf(minutes(0, 0, 0, 7)), 0)
  assert.equal(explainedShareOf(minutes(0, 0, 0, 0)), null)
})
