import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_OUTPUT } from '#engine/output/outputCount.ts'
import { HOUR_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ALL_FACTORS } from './kpis.ts'
import { segmentKpis, sumTimes } from './segmentFigures.ts'

/** 150 strokes of two orders in an hour of run time, 5 pieces rejected. */
const SHARED = {
  plannedMs: HOUR_MS,
  runMs: HOUR_MS,
  netOperatingMs: 3150 * SECOND_MS,
  qualityLossMs: 75 * SECOND_MS,
  output: { total: 300, accepted: 295, rejected: 5 },
  uncounted: NO_OUTPUT,
}

test('the figures of an order are the ratios of the sums of its segments (X-17: P 87.50 %, Q 97.62 %)', () => {
  const { availability, performance, quality, oee } = segmentKpis(SHARED, ALL_FACTORS)
  assert.equal(availability, 1)
  assert.equal(performance, 0.875)
  assert.equal(Number(quality?.toFixed(4)), 0.9762)
  assert.equal(Number(oee?.toFixed(4)), 0.8542)
  const stopped = { ...SHARED, runMs: 0, netOperatingMs: 0, qualityLossMs: 0, output: NO_OUTPUT }
  const both = segmentKpis(sumTimes([SHARED, stopped]), ALL_FACTORS)
  assert.deepEqual([both.availability, both.performance, Number(both.oee?.toFixed(4))], [0.5, 0.875, 0.4271])
})

test('time that ran without a reference speed leaves performance and OEE unknown, time that stood still does not (D-42)', () => {
  const unpriced = { ...SHARED, netOperatingMs: null, qualityLossMs: null }
  assert.deepEqual(segmentKpis(sumTimes([SHARED, unpriced]), ALL_FACTORS).performance, null)
  assert.equal(segmentKpis(sumTimes([SHARED, { ...unpriced, runMs: 0 }]), ALL_FACTORS).performance, 0.875)
  assert.equal(segmentKpis(SHARED, { ...ALL_FACTORS, calculatePerformance: false }).performance, null)
})
