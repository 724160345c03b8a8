import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { explainedShareOf, unclassifiedParts } from './explainedShare.ts'

const minutes = (planned: number, unplanned: number, small: number, unexplained: number) => ({
  plannedDowntimeMs: planned * MINUTE_MS,
  unplannedDowntimeMs: unplanned * MINUTE_MS,
  smallStopMs: small * MINUTE_MS,
  unclassifiedDowntimeMs: unexplained * MINUTE_MS,
})

const asked = (waiting: number, isTracked = true, silent = 0) => ({
  waitingMs: waiting * MINUTE_MS,
  silentMs: silent * MINUTE_MS,
  isTracked,
})

test('of 104 minutes of stops 97 have a reason: lunch, jams, setup, missing material and small stops', () => {
  assert.equal(explainedShareOf(minutes(30 + 20, 25 + 10, 12, 7), asked(7)), 97 / 104)
})

test('all is explained without an unexplained stop, nothing without an explained one, and without stops there is no share', () => {
  assert.equal(explainedShareOf(minutes(0, 25, 0, 0), asked(0)), 1)
  assert.equal(explainedShareOf(minutes(0, 0, 0, 7), asked(7)), 0)
  assert.equal(explainedShareOf(minutes(0, 0, 0, 0), asked(0)), null)
})

test('nobody is asked for the reason of a stop that makes no loss, so it is not unexplained', () => {
  // 4 of 11 minutes without a reason are of a status that makes no losses.
  assert.equal(explainedShareOf(minutes(30 + 20, 25 + 10, 12, 11), asked(7)), 97 / 104)
  assert.equal(unclassifiedParts(minutes(0, 0, 0, 11), asked(7)).untrackedMs, 4 * MINUTE_MS)
  assert.equal(explainedShareOf(minutes(0, 0, 0, 11), asked(0)), null)
})

test('where no stop is tracked there is no share, neither 0 nor 100 %, also beside what people entered', () => {
  assert.equal(explainedShareOf(minutes(0, 0, 0, 90), asked(0, false)), null)
  assert.equal(explainedShareOf(minutes(20, 0, 0, 70), asked(0, false)), null)
  assert.equal(explainedShareOf(minutes(20, 0, 0, 0), asked(0, false)), 1, 'of a time in which all was tracked')
})

test('silence that counts as downtime is unexplained, and no stop that is not tracked', () => {
  // Of 11 minutes without a reason 3 wait for one, 6 are silence and 2 are of a status that makes no losses.
  const stopped = minutes(20, 0, 0, 11)
  assert.equal(explainedShareOf(stopped, asked(3, true, 6)), 20 / 29)
  const { waitingMs, silentMs, untrackedMs } = unclassifiedParts(stopped, asked(3, true, 6))
  assert.deepEqual(
    [waitingMs, silentMs, untrackedMs].map((ms) => ms / MINUTE_MS),
    [3, 6, 2],
  )
  assert.equal(explainedShareOf(minutes(0, 0, 0, 6), asked(0, false, 6)), 0, 'where no stop is tracked either')
  // Never more than there is, whatever was read.
  assert.deepEqual(Object.values(unclassifiedParts(minutes(0, 0, 0, 5), asked(4, true, 6))), [4 * MINUTE_MS, MINUTE_MS, 0])
})
