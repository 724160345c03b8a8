import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { OeeTerms } from '#engine/facts.ts'
import { windowOf } from '#engine/testing/windowOf.ts'
import { addSums, NO_SUMS, sumsOf } from './recordSums.ts'
import { partSecondsOf, wholeSecondsOf } from './wholeSeconds.ts'

const ms = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 30_000_000 }))

/** Excluded downtime may be planned or not (domain.md D-40), so it is spread over the three activities. */
const terms: fc.Arbitrary<OeeTerms> = fc.tuple(ms, ms, ms, ms, ms, ms).map(([run, noData, excluded, planned, unplanned, unclassified]) => {
  const availabilityLossMs = planned + unplanned + unclassified
  const shareMs = Math.floor(excluded / 2)
  return {
    ...windowOf({
      elapsedMs: run + noData + excluded + availabilityLossMs,
      noDataMs: noData,
      excludedMs: excluded,
      stopMs: availabilityLossMs,
    }),
    plannedDowntimeMs: planned + shareMs,
    unplannedDowntimeMs: unplanned + excluded - shareMs,
    unclassifiedDowntimeMs: unclassified,
  }
})

test('identities hold in whole seconds, nothing is below 0 and what is 0 stays 0 (D-51)', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const seconds = wholeSecondsOf(given)
      for (const value of Object.values(seconds)) assert.ok(Number.isInteger(value) && value >= 0)
      assert.equal(seconds.elapsed, Math.floor(given.elapsedMs / 1000 + 0.5))
      assert.equal(seconds.elapsed, seconds.excluded + seconds.noData + seconds.planned)
      assert.equal(seconds.planned, seconds.availabilityLoss + seconds.run)
      const { uptime, plannedDowntime, unplannedDowntime, unclassifiedDowntime, noData } = seconds
      assert.equal(seconds.elapsed, uptime + plannedDowntime + unplannedDowntime + unclassifiedDowntime + noData)
      if (given.excludedMs === 0) assert.equal(seconds.excluded, 0)
      if (given.noDataMs === 0) assert.equal(seconds.noData, 0)
      if (given.availabilityLossMs === 0) assert.equal(seconds.availabilityLoss, 0)
      if (given.unclassifiedDowntimeMs === 0) assert.equal(seconds.unclassifiedDowntime, 0)
    }),
  )
})

test('they hold for sums of records too, which reports and statistics answer (D-51)', () => {
  fc.assert(
    fc.property(fc.array(terms, { minLength: 1, maxLength: 10 }), (records) => {
      const sums = records.map(sumsOf).reduce(addSums, NO_SUMS)
      const seconds = wholeSecondsOf(sums)
      assert.equal(seconds.elapsed, Math.floor(sums.elapsedMs / 1000 + 0.5))
      assert.equal(seconds.elapsed, seconds.excluded + seconds.noData + seconds.planned)
      assert.equal(seconds.planned, seconds.availabilityLoss + seconds.run)
      const { run, plannedDowntime, unplannedDowntime, unclassifiedDowntime, noData } = seconds
      assert.equal(seconds.elapsed, run + plannedDowntime + unplannedDowntime + unclassifiedDowntime + noData)
    }),
  )
})

test('parts of a time in whole seconds add up to it, each within a second of its own (D-51)', () => {
  fc.assert(
    fc.property(fc.array(ms, { maxLength: 20 }), (parts) => {
      const seconds = partSecondsOf(parts)
      const whole = parts.reduce((sum, one) => sum + one, 0)
      assert.equal(
        seconds.reduce((sum, one) => sum + one, 0),
        Math.floor(whole / 1000 + 0.5),
      )
      seconds.forEach((one, index) => assert.ok(one >= 0 && Math.abs(one - (parts[index] ?? 0) / 1000) <= 1))
    }),
  )
  assert.deepEqual(partSecondsOf([400, 400, 400]), [0, 1, 0])
})

test('what rounding leaves over goes to uptime', () => {
  const given = { ...windowOf({ elapsedMs: 10_000, stopMs: 3500, noDataMs: 1500 }) }
  const { uptime, unclassifiedDowntime, noData } = wholeSecondsOf(given)
  assert.deepEqual([uptime, unclassifiedDowntime, noData], [4, 4, 2])
})

test('whole seconds stay as they are', () => {
  const given = windowOf({ elapsedMs: 28_800_000, stopMs: 3_600_000, excludedMs: 1_800_000, noDataMs: 60_000 })
  assert.deepEqual(wholeSecondsOf(given), {
    elapsed: 28_800,
    excluded: 1800,
    noData: 60,
    planned: 26_940,
    availabilityLoss: 3600,
    run: 23_340,
    uptime: 23_340,
    plannedDowntime: 1800,
    unplannedDowntime: 0,
    unclassifiedDowntime: 3600,
  })
})
