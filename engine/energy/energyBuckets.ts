import { HOUR_MS } from '#engine/time/durations.ts'
import { averageKwOf, coveredShareOf, LOW_COVERAGE } from './averagePower.ts'
import { canonicalKey } from '#engine/sensor/sensorType.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { Interval } from '#engine/time/interval.ts'
import { bucketGrid, type BucketGrid, type EnergyWindow } from './bucketGrid.ts'
import { holdPower, type EnergySetup, type PowerSums } from './heldPower.ts'
import { meterDifferences, type MeterSums } from './meterDifferences.ts'

/** Source of a figure: meter differences, power over time, or both. */
export const ENERGY_SOURCES = ['METER', 'MIXED', 'POWER'] as const
export type EnergySource = (typeof ENERGY_SOURCES)[number]

/** Energy of a stretch of time; every figure is null where nothing was measured, never 0 (domain.md S-13). */
export type EnergyBucket = {
  readonly start: number
  readonly end: number
  readonly kwh: number | null
  /** Time that the energy is known of. */
  readonly coveredMs: number
  /** Energy over the covered hours: not the mean of the samples. */
  readonly averageKw: number | null
  readonly maxKw: number | null
  readonly source: EnergySource | null
  /** A phase without a sensor was taken to carry the mean of the others (domain.md S-10). */
  readonly isAssumedBalanced: boolean
}

/** Accumulates energy buckets, so that a year of samples need not be in memory at once. */
export type EnergyMeter = {
  /** Takes the samples that follow, ascending by instant; those before the window hold into it. */
  add(samples: SampleColumns): void
  /** Returns the buckets; what is held holds to the window's end. */
  finish(): EnergyBucket[]
}

/** Below this coverage a figure is shown with a warning (domain.md S-13). */
const METER_SENSOR = 'OVERALL_ENERGY_CONSUMPTION'

/** Returns whether the sensor is an energy meter, whose differences reach back to the reading before. */
export function isEnergyMeter(sensor: SensorKey): boolean {
  return canonicalKey(sensor) === METER_SENSOR
}

/**
 * Returns a meter for the window. Meter differences win; a bucket that they cover less than power does uses power × time (domain.md S-13). Start
 * with the samples before the window, as far back as a sample holds.
 */
export function createEnergyMeter(window: EnergyWindow, setup: EnergySetup & { readonly nominalPeriodMs: number }): EnergyMeter {
  return meterOf(bucketGrid(window), window.bucketMs, setup)
}

/**
 * Returns a meter of ascending stretches, which may begin and end at any instant and have time between them. Power is split at their edges; of a
 * meter's difference each has its share by time (domain.md S-13).
 */
export function createStretchMeter(stretches: readonly Interval[], setup: EnergySetup & { readonly nominalPeriodMs: number }): EnergyMeter {
  const edges = [...new Set(stretches.flatMap(({ start, end }) => [start, end]))]
  const meter = meterOf({ edges: Float64Array.from(edges), count: Math.max(0, edges.length - 1) }, HOUR_MS, setup)
  return {
    add: (samples) => meter.add(samples),
    finish: () => {
      const found = new Map(meter.finish().map((bucket) => [bucket.start, bucket]))
      return stretches.map(({ start, end }) => found.get(start) ?? emptyBucket(start, end))
    },
  }
}

function meterOf(grid: BucketGrid, spanMs: number, setup: EnergySetup & { readonly nominalPeriodMs: number }): EnergyMeter {
  const power = holdPower(grid, setup)
  const meter = meterDifferences(grid, {
    maxSpanMs: Math.max(setup.maxGapMs, spanMs),
    nominalPowerKw: setup.electrical.nominalPowerKw,
    nominalPeriodMs: setup.nominalPeriodMs,
  })
  return {
    add({ length, instants, sensors, values }) {
      for (let index = 0; index < length; index++) {
        const at = instants[index] ?? 0
        const value = values[index] ?? Number.NaN
        const sensor = canonicalKey(sensors[index] ?? '')
        if (sensor === METER_SENSOR) meter.read(at, Number.isNaN(value) ? null : value)
        else power.read(at, sensor, Number.isNaN(value) ? null : value)
      }
    },
    finish: () => bucketsOf(grid, power.holdTo(grid.edges.at(-1) ?? -Infinity), meter.sums),
  }
}

/** Returns the energy of the samples in the buckets of the window. */
export function energyBuckets(
  samples: SampleColumns,
  window: EnergyWindow,
  setup: EnergySetup & { readonly nominalPeriodMs: number },
): EnergyBucket[] {
  const meter = createEnergyMeter(window, setup)
  meter.add(samples)
  return meter.finish()
}

/** Returns the share of the bucket's time that its energy is known of, 0 to 1. */
export function coverageOf({ start, end, coveredMs }: Pick<EnergyBucket, 'start' | 'end' | 'coveredMs'>): number {
  return coveredShareOf(coveredMs, end - start) ?? 0
}

/** Returns whether the figure needs a warning beside it: there is one, but for less than half of the time (domain.md S-13). */
export function hasLowCoverage(bucket: EnergyBucket): boolean {
  return bucket.kwh !== null && coverageOf(bucket) < LOW_COVERAGE
}

function bucketsOf({ edges, count }: BucketGrid, power: PowerSums, meter: MeterSums): EnergyBucket[] {
  return Array.from({ length: count }, (_, bucket) => {
    const [start = 0, end = 0] = [edges[bucket], edges[bucket + 1]]
    const byPowerMs = power.coveredMs[bucket] ?? 0
    const byMeterMs = meter.coveredMs[bucket] ?? 0
    if (byPowerMs === 0 && byMeterMs === 0) return emptyBucket(start, end)
    const isByMeter = byMeterMs >= byPowerMs
    const coveredMs = isByMeter ? byMeterMs : byPowerMs
    const kwh = isByMeter ? (meter.kwh[bucket] ?? 0) : (power.kwMs[bucket] ?? 0) / HOUR_MS
    return {
      start,
      end,
      kwh,
      coveredMs,
      averageKw: averageKwOf(kwh, coveredMs),
      maxKw: (byPowerMs > 0 ? power.maxKw[bucket] : meter.maxKw[bucket]) ?? null,
      source: isByMeter ? 'METER' : 'POWER',
      isAssumedBalanced: !isByMeter && power.isBalanced[bucket] === 1,
    }
  })
}

function emptyBucket(start: number, end: number): EnergyBucket {
  return { start, end, kwh: null, coveredMs: 0, averageKw: null, maxKw: null, source: null, isAssumedBalanced: false }
}
