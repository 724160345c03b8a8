import { HOUR_MS } from '#engine/time/durations.ts'
import { readCounter, type CounterReading } from '#engine/output/counter.ts'
import { visitBuckets, type BucketGrid } from './bucketGrid.ts'

/** Sums per bucket of what an energy meter advanced. */
export type MeterSums = { readonly kwh: Float64Array; readonly coveredMs: Float64Array; readonly maxKw: Float64Array }

export type MeterDifferences = {
  readonly sums: MeterSums
  /** Takes a reading of the meter in kWh; instants never descend. */
  read(at: number, kwh: number | null): void
}

export type MeterRules = {
  /** A difference over more than this and more than a bucket is not spread: its time of use is unknown (domain.md E-61). */
  readonly maxSpanMs: number
  /** Three times this is more than can be used; null = unknown, then anything is believed. */
  readonly nominalPowerKw: number | null
  readonly nominalPeriodMs: number
}

/** Mechanical and electronic registers of five to eight digits start again at 0. */
const DIGIT_RANGES = [1e5, 1e6, 1e7, 1e8]
const ROLL_OVER_SHARE = 0.99

/**
 * Returns the differences of a cumulative meter over the grid's buckets, spread evenly between two readings. A lower reading is a roll-over when the
 * register was nearly full, else a meter that was reset or replaced and adds its reading (domain.md S-13, S-63, E-62).
 */
export function meterDifferences(grid: BucketGrid, rules: MeterRules): MeterDifferences {
  const sums: MeterSums = {
    kwh: new Float64Array(grid.count),
    coveredMs: new Float64Array(grid.count),
    maxKw: new Float64Array(grid.count).fill(-Infinity),
  }
  const idealCycleMs = rules.nominalPowerKw !== null && rules.nominalPowerKw > 0 ? HOUR_MS / rules.nominalPowerKw : null
  let last: CounterReading | null = null
  return {
    sums,
    read(at, value) {
      if (value === null || (last !== null && at <= last.at)) return
      const before = last
      const counterRange = before && value < before.value ? digitRange(before.value, value) : null
      const { delta, isSpike, reading } = readCounter(before, at, value, false, {
        counterRange,
        idealCycleMs,
        minSpanMs: rules.nominalPeriodMs,
      })
      last = reading
      if (before && !isSpike) spread(sums, grid, { from: sinceWhen(before, value), until: at, kwh: delta }, rules.maxSpanMs)
    },
  }
}

function spread(
  sums: MeterSums,
  grid: BucketGrid,
  { from, until, kwh }: { readonly from: number; readonly until: number; readonly kwh: number },
  maxSpanMs: number,
): void {
  const isKnown = until - from <= maxSpanMs
  const perMs = kwh / (until - from)
  visitBuckets(grid, from, until, (bucket, start, end) => {
    const isWhole = start === from && end === until
    if (!isKnown && !isWhole) return
    sums.kwh[bucket] = (sums.kwh[bucket] ?? 0) + (isWhole ? kwh : perMs * (end - start))
    sums.coveredMs[bucket] = (sums.coveredMs[bucket] ?? 0) + (end - start)
    sums.maxKw[bucket] = Math.max(sums.maxKw[bucket] ?? -Infinity, perMs * HOUR_MS)
  })
}

/** An outlier is bridged: the difference then counts from the reading before it. */
function sinceWhen({ at, value: lastValue, trusted }: CounterReading, value: number): number {
  return trusted && value >= trusted.value && value < lastValue ? trusted.at : at
}

function digitRange(before: number, value: number): number | null {
  return DIGIT_RANGES.find((range) => before >= range * ROLL_OVER_SHARE && before < range && value <= range * (1 - ROLL_OVER_SHARE)) ?? null
}
