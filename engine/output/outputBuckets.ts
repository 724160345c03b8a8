import type { OutputCount } from '#engine/facts.ts'
import type { OutputSetup } from '#engine/workCenter/workCenterSetup.ts'
import { readCounter } from './counter.ts'
import type { CounterReading } from './counter.ts'
import { deriveCount, NO_OUTPUT } from './outputCount.ts'

/** The readings of one output sensor, ascending; NaN = unavailable. */
export type CounterSeries = { readonly instants: ArrayLike<number>; readonly values: ArrayLike<number> }

export type CounterSeriesSet = {
  readonly total: CounterSeries | null
  readonly accepted: CounterSeries | null
  readonly rejected: CounterSeries | null
  /** Units since the message before, not a counter. */
  readonly pulses: CounterSeries | null
}

export type BucketRules = Pick<OutputSetup, 'calculationType' | 'counterRange'> & {
  readonly idealCycleMs: number | null
  readonly minSpanMs: number
}

/**
 * Returns the output registered in each bucket; a counter's difference belongs to the bucket of its later reading (domain.md S-61, S-63).
 * Readings before the first bucket only set the counters.
 */
export function outputBuckets(
  series: CounterSeriesSet,
  buckets: readonly { readonly start: number; readonly end: number }[],
  rules: BucketRules,
): OutputCount[] {
  const total = counterSums(series.total, buckets, rules)
  const accepted = counterSums(series.accepted, buckets, rules)
  const rejected = counterSums(series.rejected, buckets, rules)
  const pulses = pulseSums(series.pulses, buckets)
  const countsGood = rules.calculationType === 'ACCEPTED_AND_REJECTED'
  return buckets.map((_bucket, at) => {
    const pulse = pulses?.[at] ?? 0
    const sums = {
      total: plus(total?.[at], countsGood || pulses === null ? null : pulse),
      accepted: plus(accepted?.[at], countsGood && pulses !== null ? pulse : null),
      rejected: rejected?.[at] ?? null,
    }
    return sums.total === null && sums.accepted === null && sums.rejected === null
      ? NO_OUTPUT
      : deriveCount(rules.calculationType, sums).count
  })
}

function counterSums(
  series: CounterSeries | null,
  buckets: readonly { readonly start: number; readonly end: number }[],
  rules: BucketRules,
): number[] | null {
  if (series === null) return null
  let last: CounterReading | null = null
  const sums = buckets.map(() => 0)
  let bucket = 0
  for (let at = 0; at < series.instants.length; at++) {
    const instant = series.instants[at] ?? 0
    const value = series.values[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const read = readCounter(last, instant, value, false, rules)
    last = read.reading
    while (bucket < buckets.length && instant >= (buckets[bucket]?.end ?? 0)) bucket++
    const target = buckets[bucket]
    if (target && instant >= target.start) sums[bucket] = (sums[bucket] ?? 0) + read.delta
  }
  return sums
}

function pulseSums(series: CounterSeries | null, buckets: readonly { readonly start: number; readonly end: number }[]): number[] | null {
  if (series === null) return null
  const sums = buckets.map(() => 0)
  let bucket = 0
  for (let at = 0; at < series.instants.length; at++) {
    const instant = series.instants[at] ?? 0
    const value = series.values[at] ?? Number.NaN
    while (bucket < buckets.length && instant >= (buckets[bucket]?.end ?? 0)) bucket++
    const target = buckets[bucket]
    if (target && instant >= target.start && value > 0) sums[bucket] = (sums[bucket] ?? 0) + value
  }
  return sums
}

function plus(sum: number | undefined, more: number | null): number | null {
  return sum === undefined ? more : sum + (more ?? 0)
}
