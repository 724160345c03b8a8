import { HOUR_MS } from '#engine/time/durations.ts'
import { isEnergyMeter } from '#engine/energy/energyBuckets.ts'
import { createEnergyHoursMeter, energyPatience } from '#engine/energy/energyHours.ts'
import type { EnergyHour, EnergyReading } from '#engine/energy/energyHours.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Database } from '#server/db/database.ts'
import { readSamples } from '#server/sensor/sensor.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { findChunkSpan, findEnergyDevice } from './energyInput.store.ts'
import { findEnergyProgress, keepEnergyHours } from './energyHour.store.ts'
import { energyReadingOf, energySamples, inTurns } from './energySamples.service.ts'
import type { SampleSource } from './energySamples.service.ts'

/** Hours that are worked out at a time. */
const HOURS_A_STEP = 24

/**
 * Computes and stores the energy of the next day of finished hours from the chunks; returns whether more hours wait. Nobody may write the work
 * center's chunks meanwhile. Hours that a sample in order may still change are left to the reader.
 */
export async function deriveEnergy(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  now: number,
): Promise<boolean> {
  return await database.inTenant(companyId, async (tenant) => {
    const [[workCenter], device, seen] = await Promise.all([
      findWorkCenters(tenant, [workCenterId]),
      findEnergyDevice(tenant, workCenterId),
      findEnergyProgress(tenant, workCenterId),
    ])
    if (workCenter === undefined || device === null) return false
    const { zone } = device
    const reading = await energyReadingOf(tenant, workCenter, device)
    const patience = energyPatience(reading.maxGapMs)
    const idsOf = (sensors: typeof device.sensors) => sensors.map((sensor) => sensor.id)
    const span = await findChunkSpan(tenant, idsOf(device.sensors))
    const metered = await findChunkSpan(tenant, idsOf(device.sensors.filter(({ key }) => isEnergyMeter(key))))
    // What is reported on change is known up to the last report, of a meter up to its own, yet nobody waits longer than a month for the next.
    const last = Math.min(span?.last ?? Infinity, metered?.last ?? Infinity)
    const heldUntil = reading.maxGapMs === Infinity && span !== null ? Math.max(last, now - patience.reachMs) : Infinity
    const final = bucketAt(zone, Math.min(now - patience.marginMs - HOUR_MS, heldUntil)).start
    const since = seen === null || seen.zone !== zone ? (span?.first ?? final) : Math.max(seen.derivedUntil, span?.first ?? final)
    const from = bucketAt(zone, Math.min(since, final)).start
    const until = bucketAt(zone, Math.min(final, from + HOURS_A_STEP * HOUR_MS)).start
    if (until <= from && seen?.zone === zone) return false
    const source: SampleSource = {
      companyId,
      inTenant: (work) => work(tenant),
      readSamples: (_company, ids, start, end) => readSamples(tenant, ids, { start, end }),
    }
    const samples = await energySamples(source, device, reading, { start: from, end: until })
    const hours = samples.length === 0 || until <= from ? [] : await hoursInTurns(samples, { start: from, end: until, zone }, reading)
    await keepEnergyHours(tenant, workCenterId, hours, { from, until, zone, ...patience, seen })
    return until < final
  })
}

async function hoursInTurns(
  samples: SampleColumns,
  window: Interval & { readonly zone: string },
  reading: EnergyReading,
): Promise<EnergyHour[]> {
  const meter = createEnergyHoursMeter(window, reading)
  await inTurns(samples, (some) => meter.add(some))
  return meter.finish()
}
