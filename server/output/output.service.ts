import { HOUR_MS } from '#engine/time/durations.ts'
import type { OutputCount } from '#engine/facts.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import type { Interval } from '#engine/time/interval.ts'
import { addCounts, NO_OUTPUT } from '#engine/output/outputCount.ts'
import { outputBuckets as bucketsOfSeries } from '#engine/output/outputBuckets.ts'
import { targetOutput } from '#engine/output/targetOutput.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { countingRules, outputSeries } from './countedUnits.ts'
import { listHourOutputs, listShiftTimes } from './output.store.ts'

/** Output and plan of one stretch of the local clock; plan null = no reference speed. */
export type OutputBucket = { readonly start: number; readonly end: number; readonly output: OutputCount; readonly plan: number | null }

/** Lengths in seconds that divide an hour, or are whole hours that divide a day. */
export const BUCKET_SECONDS: readonly number[] = [
  60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
]

const MAX_BUCKETS = 1500
/** How far before the period the counters' readings are looked for, so that the first difference is whole. */
const LEAD_MS = 6 * HOUR_MS

type Reading = {
  inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
  readonly readSamples: SampleReader
  now(): number
}

/**
 * Returns output against plan in buckets of the work center's local clock: whole hours from hour records, shorter buckets from samples. Refuses a
 * length that does not divide a day and more than 1500 buckets. The plan is planned production time at reference speed (G-21).
 */
export async function outputBuckets(
  reading: Reading,
  workCenter: WorkCenter,
  wanted: Interval & { readonly bucketSeconds: number },
): Promise<readonly OutputBucket[]> {
  requireBucketLength(wanted.bucketSeconds)
  const zone = await reading.inTenant((tenant) => findPlantZone(tenant, workCenter.id))
  const buckets = bucketsBetween(zone, wanted, wanted.bucketSeconds * 1000)
  if (wanted.bucketSeconds * 1000 >= HOUR_MS) return fromHours(reading, workCenter, buckets)
  return fromSamples(reading, workCenter, buckets)
}

/** Refuses a length of buckets that does not divide a day, or is below the least (s). */
export function requireBucketLength(bucketSeconds: number, min = 60): void {
  if (BUCKET_SECONDS.includes(bucketSeconds) && bucketSeconds >= min) return
  throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'bucketSeconds', params: { value: bucketSeconds, min, max: 86_400 } })
}

/** Returns the buckets of the zone's local clock that the stretch touches, ascending; refuses more than 1500. */
export function bucketsBetween(zone: string, { start, end }: Interval, sizeMs: number): Interval[] {
  if ((end - start) / sizeMs > MAX_BUCKETS) {
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: Math.floor((MAX_BUCKETS * sizeMs) / (24 * HOUR_MS)) } })
  }
  const buckets: Interval[] = []
  for (let at = start; at < end; at = buckets.at(-1)?.end ?? end) buckets.push(bucketAt(zone, at, sizeMs))
  return buckets
}

async function fromHours(reading: Reading, workCenter: WorkCenter, buckets: readonly Interval[]): Promise<OutputBucket[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return []
  const hours = await reading.inTenant((tenant) => listHourOutputs(tenant, workCenter.id, first.start, last.end))
  let at = 0
  return buckets.map(({ start, end }) => {
    let output = NO_OUTPUT
    let plannedMs = 0
    for (let hour = hours[at]; hour !== undefined && hour.start < end; hour = hours[++at]) {
      output = addCounts(output, hour)
      plannedMs += hour.plannedMs
    }
    return { start, end, output, plan: planOf(workCenter, plannedMs) }
  })
}

async function fromSamples(reading: Reading, workCenter: WorkCenter, buckets: readonly Interval[]): Promise<OutputBucket[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return []
  const shifts = await reading.inTenant((tenant) => listShiftTimes(tenant, workCenter.id, first.start, last.end))
  const series = await outputSeries(reading, workCenter, { start: first.start - LEAD_MS, end: last.end })
  const counts = bucketsOfSeries(series, buckets, countingRules(workCenter))
  const now = reading.now()
  return buckets.map(({ start, end }, at) => {
    const plannedMs = shifts.reduce((sum, shift) => sum + Math.max(0, Math.min(end, shift.end, now) - Math.max(start, shift.start)), 0)
    return { start, end, output: counts[at] ?? NO_OUTPUT, plan: planOf(workCenter, plannedMs) }
  })
}

function planOf(workCenter: WorkCenter, plannedMs: number): number | null {
  return targetOutput(plannedMs, idealCycleOf(workCenter.targetSpeed), workCenter.type)
}
