import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ratio, timesOf } from './kpis.ts'
import { termsWithManualLoss, termsWithReasons } from './reasonPreview.ts'

/** A shift of 480 min with 30 min of lunch, 62 min of losses and 333.2 valuable minutes. */
const SHIFT = {
  elapsedMs: 480 * MINUTE_MS,
  excludedMs: 30 * MINUTE_MS,
  noDataMs: 0,
  availabilityLossMs: 62 * MINUTE_MS,
  netOperatingMs: 340 * MINUTE_MS,
  qualityLossMs: 6.8 * MINUTE_MS,
}
const percentOf = (terms: typeof SHIFT) => {
  const { valuableMs, plannedMs, runMs } = timesOf(terms)
  return [ratio(valuableMs, plannedMs), ratio(runMs, plannedMs)].map((share) => ((share ?? 0) * 100).toFixed(2))
}

describe('the figures of a shift under another reason', () => {
  it('7 min without a reason become a break that does not count: 74.04 → 75.21 % (W-6)', () => {
    assert.deepEqual(percentOf(SHIFT), ['74.04', '86.22'])
    const after = termsWithReasons(SHIFT, [{ ms: 7 * MINUTE_MS, countsBefore: true, countsAfter: false }])
    assert.deepEqual(percentOf(after), ['75.21', '87.58'])
  })

  it('go back the same way, and stay where it counts as before', () => {
    const stop = { ms: 7 * MINUTE_MS, countsBefore: true, countsAfter: false }
    const after = termsWithReasons(SHIFT, [stop])
    assert.deepEqual(termsWithReasons(after, [{ ...stop, countsBefore: false, countsAfter: true }]), SHIFT)
    assert.deepEqual(termsWithReasons(SHIFT, [{ ...stop, countsAfter: true }]), SHIFT)
  })

  it('silence that somebody enters a loss for is planned time again and lost, or excluded where its reason does not count', () => {
    const silent = { ...SHIFT, noDataMs: 20 * MINUTE_MS }
    const entered = { stops: [], silenceMs: 12 * MINUTE_MS }
    const { noDataMs, availabilityLossMs, excludedMs } = termsWithManualLoss(silent, { ...entered, counts: true })
    assert.deepEqual(
      [noDataMs, availabilityLossMs, excludedMs].map((ms) => ms / MINUTE_MS),
      [8, 74, 30],
    )
    const lunch = termsWithManualLoss(silent, { ...entered, counts: false })
    assert.deepEqual(
      [lunch.noDataMs, lunch.availabilityLossMs, lunch.excludedMs].map((ms) => ms / MINUTE_MS),
      [8, 62, 42],
    )
    assert.equal(termsWithManualLoss(silent, { stops: [], silenceMs: 30 * MINUTE_MS, counts: true }).noDataMs, 0)
  })
})
