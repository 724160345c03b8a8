import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Interval } from '#engine/time/interval.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createEnergyMeter, type EnergyBucket } from './energyBuckets.ts'
import type { EnergySetup } from './heldPower.ts'
import { sumEnergy } from './energySums.ts'

/** Energy of one hour of the zone's clock with its quarters, as stored. */
export type EnergyHour = EnergyBucket & { readonly quarters: readonly EnergyBucket[] }

export type EnergyReading = EnergySetup & { readonly nominalPeriodMs: number }

export const QUARTER_MS = HOUR_MS / 4
const HALF_MS = HOUR_MS / 2
const MONTH_MS = 31 * 24 * HOUR_MS

/** Accumulates the energy of hours, so that a caller may pause between samples. */
export type EnergyHoursMeter = {
  /** Takes the samples that follow, ascending by instant. */
  add(samples: SampleColumns): void
  /** Returns the hours with energy. */
  finish(): EnergyHour[]
}

/** Returns a meter of the hours of the window; its edges are hour edges. Hours without energy are left out. */
export function createEnergyHoursMeter(window: Interval & { readonly zone: string }, setup: EnergyReading): EnergyHoursMeter {
  const hours = createEnergyMeter({ ...window, bucketMs: HOUR_MS }, setup)
  const quarters = createEnergyMeter({ ...window, bucketMs: QUARTER_MS }, setup)
  return {
    add(samples) {
      hours.add(samples)
      quarters.add(samples)
    },
    finish: () => joined(hours.finish(), quarters.finish()),
  }
}

function joined(hours: readonly EnergyBucket[], quarters: readonly EnergyBucket[]): EnergyHour[] {
  let from = 0
  return hours.flatMap((hour) => {
    let to = from
    while (to < quarters.length && (quarters[to]?.start ?? Infinity) < hour.end) to++
    const parts = quarters.slice(from, to)
    from = to
    return hour.kwh === null && parts.every((quarter) => quarter.kwh === null) ? [] : [{ ...hour, quarters: parts }]
  })
}

/** Grain of stored energy that answers for a list of stretches: the coarsest that has all their edges. */
export type EnergyGrain = 'HOUR' | 'QUARTER' | 'SAMPLES'

/** Returns the grain for ascending stretches in the zone. The first start and the last end may lie anywhere. */
export function grainOf(zone: string, stretches: readonly Interval[]): EnergyGrain {
  const grain = storedGrainOf(zone, stretches)
  // A meter that is read each half hour says nothing of quarters, and stored quarters nothing of half hours.
  return grain === 'QUARTER' && areHalves(zone, stretches) ? 'SAMPLES' : grain
}

/** Returns the grain of stored energy that has all edges of the stretches, also where it says less than samples do. */
export function storedGrainOf(zone: string, stretches: readonly Interval[]): EnergyGrain {
  const edges = innerEdges(stretches)
  const areEdgesOf = (sizeMs: number) => edges.every((at) => bucketAt(zone, at, sizeMs).start === at)
  if (areEdgesOf(HOUR_MS)) return 'HOUR'
  return areEdgesOf(QUARTER_MS) ? 'QUARTER' : 'SAMPLES'
}

/** Returns the size in ms of the buckets that ascending stretches are summed from when samples answer for them. */
export function sampleBucketOf(zone: string, stretches: readonly Interval[]): number {
  const fives = 5 * MINUTE_MS
  if (areHalves(zone, stretches)) return HALF_MS
  return innerEdges(stretches).every((at) => bucketAt(zone, at, fives).start === at) ? fives : MINUTE_MS
}

/** Whether half hours of the clock are asked for: some stretch is longer than a quarter of an hour, and none than two. */
function areHalves(zone: string, stretches: readonly Interval[]): boolean {
  const longest = stretches.reduce((most, { start, end }) => Math.max(most, end - start), 0)
  if (longest <= QUARTER_MS || longest > HALF_MS) return false
  return innerEdges(stretches).every((at) => bucketAt(zone, at, HALF_MS).start === at)
}

function innerEdges(stretches: readonly Interval[]): number[] {
  return stretches.flatMap(({ start, end }) => [start, end]).slice(1, -1)
}

/** Sources of a stretch's energy: stored energy for `kept`, samples for the time before and after it. */
export type EnergyParts = { readonly head: Interval; readonly kept: Interval; readonly tail: Interval }

/** Returns the parts of `[start, end)` when whole buckets of the size are kept up to `keptUntil`. */
export function energyParts(zone: string, { start, end }: Interval, sizeMs: number, keptUntil: number): EnergyParts {
  const bucket = bucketAt(zone, start, sizeMs)
  const from = Math.min(bucket.start === start ? start : bucket.end, end)
  const until = Math.max(from, Math.min(keptUntil, bucketAt(zone, end, sizeMs).start))
  return { head: { start, end: from }, kept: { start: from, end: until }, tail: { start: until, end } }
}

/** Returns each stretch's energy of consecutive buckets that lie in it. */
export function energyIn(stretches: readonly Interval[], buckets: readonly EnergyBucket[]): EnergyBucket[] {
  return stretches.map(({ start, end }) => {
    const [from, to] = [lowerBound(buckets, start), lowerBound(buckets, end)]
    return { ...sumEnergy(buckets.slice(from, to)), start, end }
  })
}

/**
 * Returns how long energy waits for samples, in ms. A sample more than `marginMs` after an hour's end does not change the hour, unless it is late; a
 * late one changes hours up to `reachMs` before it. A meter difference spreads back to the reading before it (domain.md S-13a).
 */
export function energyPatience(maxGapMs: number): { readonly marginMs: number; readonly reachMs: number } {
  if (maxGapMs === Infinity) return { marginMs: 0, reachMs: MONTH_MS }
  const reachMs = Math.max(maxGapMs, HOUR_MS)
  return { marginMs: reachMs, reachMs }
}

function lowerBound(buckets: readonly EnergyBucket[], at: number): number {
  let [low, high] = [0, buckets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((buckets[middle]?.start ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}
