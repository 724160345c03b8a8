import { HOUR_MS } from '#engine/time/durations.ts'
import { coveredShareOf } from '#engine/energy/averagePower.ts'
import type { EnergyBucket } from '#engine/energy/energyBuckets.ts'
import { createStretchMeter, energyBuckets, isEnergyMeter } from '#engine/energy/energyBuckets.ts'
import { energyIn, energyParts, grainOf, QUARTER_MS, sampleBucketOf, storedGrainOf } from '#engine/energy/energyHours.ts'
import type { EnergyGrain, EnergyReading } from '#engine/energy/energyHours.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import type { UnsealedSamples } from '#server/sensor/unsealedSamples.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { findChunkBefore, findEnergyDevice } from './energyInput.store.ts'
import type { EnergyDevice } from './energyInput.store.ts'
import { findEnergyProgress } from './energyHour.store.ts'
import type { EnergyProgress } from './energyHour.store.ts'
import { keptHours, keptQuarters } from './keptEnergy.service.ts'
import { energyReadingOf, energySamples, inTurns } from './energySamples.service.ts'
import type { SampleSource } from './energySamples.service.ts'

export type EnergyDeps = Omit<SampleSource, 'companyId'> & {
  now(): number
  /** The earliest reading of the work center that is not in its chunks yet (ms UTC), null for none. */
  readonly unsealed: Pick<UnsealedSamples, 'earliestOf'>
}

/** Energy of a stretch of time, and the share of its elapsed time with data; null where nothing was measured. */
export type Energy = EnergyBucket & { readonly coverage: number | null }

/** Samples answer for no longer period than this. */
const MAX_SAMPLE_DAYS = 31
const DAY_MS = 24 * HOUR_MS

/**
 * Returns the energy of each of the ascending stretches (domain.md S-13a): finished hours and quarters from stored energy, the rest from samples.
 * Refuses more than 31 days of stretches off quarter hours.
 */
export async function energyOf(deps: EnergyDeps, workCenter: WorkCenter, stretches: readonly Interval[]): Promise<readonly Energy[]> {
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (first === undefined || last === undefined) return []
  const period = { start: first.start, end: last.end }
  // Asked first: what is written to its chunk after that is late for what is kept, too.
  const waiting = deps.unsealed.earliestOf({ companyId: workCenter.companyId, workCenterId: workCenter.id })
  const found = await deps.inTenant(async (tenant) => {
    const device = await findEnergyDevice(tenant, workCenter.id)
    if (device === null || device.sensors.length === 0) return null
    const progress = await findEnergyProgress(tenant, workCenter.id)
    const reading = await energyReadingOf(tenant, workCenter, device)
    // A reading that waits may divide the difference of a meter that reports on change, back to its reading before what is kept.
    const mayDivide = progress !== null && waiting !== null && reading.maxGapMs === Infinity
    const divided = mayDivide ? await findDivided(tenant, workCenter.id, progress.derivedUntil) : null
    return { workCenter, device, reading, progress, waiting, divided }
  })
  const buckets = found === null ? [] : await bucketsOf(deps, found, stretches, period)
  const now = deps.now()
  return energyIn(stretches, buckets).map((energy) => ({ ...energy, coverage: shareOf(energy, now) }))
}

/**
 * Returns from where on a reading that waits may still change what a work center that reports on change has kept up to the instant: it may divide the
 * difference of its meter, back to its reading before. Null without a meter.
 */
async function findDivided(tenant: Tenant, workCenterId: WorkCenterId, derivedUntil: number): Promise<number | null> {
  const device = await findEnergyDevice(tenant, workCenterId)
  const meters = device?.sensors.filter(({ key }) => isEnergyMeter(key)).map(({ id }) => id) ?? []
  return meters.length === 0 ? null : await findChunkBefore(tenant, meters, derivedUntil)
}

/** Returns the energy of each of the ascending stretches from the samples of the device, exact to the instant; time between them is left out. Null = nothing measures. */
export async function energyByDevice(
  deps: EnergyDeps,
  workCenter: WorkCenter,
  found: Pick<Source, 'device' | 'reading'> | null,
  stretches: readonly Interval[],
): Promise<readonly Energy[]> {
  if (stretches.length === 0) return []
  const energies = found === null ? stretches.map(noEnergy) : await measured(deps, workCenter, found, stretches)
  const now = deps.now()
  return energies.map((energy) => ({ ...energy, coverage: shareOf(energy, now) }))
}

async function measured(
  deps: EnergyDeps,
  { companyId }: WorkCenter,
  { device, reading }: Pick<Source, 'device' | 'reading'>,
  stretches: readonly Interval[],
): Promise<readonly EnergyBucket[]> {
  const window = { start: stretches[0]?.start ?? 0, end: stretches.at(-1)?.end ?? 0 }
  const samples = await energySamples({ ...deps, companyId }, device, reading, window)
  const meter = createStretchMeter(stretches, reading)
  await inTurns(samples, (some) => meter.add(some))
  return meter.finish()
}

function noEnergy({ start, end }: Interval): EnergyBucket {
  return { start, end, kwh: null, coveredMs: 0, averageKw: null, maxKw: null, source: null, isAssumedBalanced: false }
}

type Source = {
  readonly workCenter: WorkCenter
  readonly device: EnergyDevice
  readonly reading: EnergyReading
  readonly progress: EnergyProgress | null
  readonly waiting: number | null
  /** Hours from here on may still change by a meter reading that waits; null = none. */
  readonly divided: number | null
}

async function bucketsOf(
  deps: EnergyDeps,
  source: Source,
  stretches: readonly Interval[],
  period: Interval,
): Promise<readonly EnergyBucket[]> {
  const { zone } = source.device
  const asked = grainOf(zone, stretches)
  // Stored quarters answer for a long time of half hours: samples would take too long.
  const grain = asked === 'SAMPLES' && period.end - period.start > MAX_SAMPLE_DAYS * DAY_MS ? storedGrainOf(zone, stretches) : asked
  if (grain !== 'SAMPLES') return await fromKept(deps, source, period, grain)
  if (period.end - period.start > MAX_SAMPLE_DAYS * DAY_MS)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_SAMPLE_DAYS } })
  return await fromSamples(deps, source, period, sampleBucketOf(zone, stretches))
}

async function fromKept(
  deps: EnergyDeps,
  source: Source,
  period: Interval,
  grain: Exclude<EnergyGrain, 'SAMPLES'>,
): Promise<readonly EnergyBucket[]> {
  const { workCenter, device } = source
  const sizeMs = grain === 'HOUR' ? HOUR_MS : QUARTER_MS
  const { head, kept, tail } = energyParts(device.zone, period, sizeMs, keptUntilOf(source))
  const list = grain === 'HOUR' ? keptHours : keptQuarters
  const [before, middle, after] = await Promise.all([
    edgeOf(deps, source, head, sizeMs),
    kept.end > kept.start ? deps.inTenant((tenant) => list(tenant, workCenter.id, device.zone, kept)) : [],
    edgeOf(deps, source, tail, sizeMs),
  ])
  return [...before, ...middle, ...after]
}

/** A part of an hour at the edge of a period: its stored quarters, as statistics of shifts take them (domain.md D-34), else samples. */
async function edgeOf(deps: EnergyDeps, source: Source, edge: Interval, bucketMs: number): Promise<readonly EnergyBucket[]> {
  const { zone } = source.device
  const isOfQuarters = bucketMs === HOUR_MS && [edge.start, edge.end].every((at) => bucketAt(zone, at, QUARTER_MS).start === at)
  if (edge.end > edge.start && isOfQuarters && edge.end <= keptUntilOf(source)) {
    const quarters = await deps.inTenant((tenant) => keptQuarters(tenant, source.workCenter.id, zone, edge))
    if (quarters.length > 0) return quarters
  }
  return fromSamples(deps, source, edge, bucketMs)
}

/** Stored hours end where a late sample may still change them; samples without a chunk may still turn out late. */
function keptUntilOf({ device, progress, waiting, divided }: Source): number {
  if (progress === null || progress.zone !== device.zone) return -Infinity
  const isLate = waiting !== null && waiting - progress.marginMs < progress.derivedUntil
  const untouched = isLate ? waiting - progress.reachMs : Infinity
  return bucketAt(device.zone, Math.min(progress.derivedUntil, untouched, divided ?? Infinity)).start
}

async function fromSamples(
  deps: EnergyDeps,
  { workCenter, device, reading }: Source,
  { start, end }: Interval,
  bucketMs: number,
): Promise<readonly EnergyBucket[]> {
  const window = { start, end: Math.min(end, deps.now()) }
  if (window.end <= window.start) return []
  const samples = await energySamples({ ...deps, companyId: workCenter.companyId }, device, reading, window)
  return energyBuckets(samples, { ...window, zone: device.zone, bucketMs }, reading)
}

function shareOf({ start, end, coveredMs }: EnergyBucket, now: number): number | null {
  return coveredShareOf(coveredMs, Math.min(end, now) - start)
}
