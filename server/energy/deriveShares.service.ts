import { createStretchMeter } from '#engine/energy/energyBuckets.ts'
import type { EnergyBucket } from '#engine/energy/energyBuckets.ts'
import type { EnergyReading } from '#engine/energy/energyHours.ts'
import { energyShares, ownedTimes } from '#engine/energy/energyShares.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Database } from '#server/db/database.ts'
import { readSamples } from '#server/sensor/sensor.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { findEnergyDevice } from './energyInput.store.ts'
import { energyReadingOf, energySamples, inTurns } from './energySamples.service.ts'
import { findFirstOwned, keepShares, listOrderTimes, listShareProgress, listStatusTimes } from './energyShare.store.ts'

/** Hours that are worked out at a time. */
const HOURS_A_STEP = 24

/**
 * Computes and stores the energy by status and by order of the next day of kept hours; returns whether more hours wait. Nobody may write the work center's
 * chunks meanwhile.
 */
export async function deriveShares(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
): Promise<boolean> {
  return await database.inTenant(companyId, async (tenant) => {
    const [workCenter] = await findWorkCenters(tenant, [workCenterId])
    const device = await findEnergyDevice(tenant, workCenterId)
    const { zone, progress: seen } = (await listShareProgress(tenant, [workCenterId])).get(workCenterId) ?? { zone: 'UTC', progress: null }
    if (workCenter === undefined || device === null || seen === null) return false
    const first = await findFirstOwned(tenant, workCenterId)
    const final = bucketAt(zone, seen.derivedUntil).start
    const from = bucketAt(zone, Math.min(final, Math.max(seen.sharedUntil, first ?? final))).start
    const until = bucketAt(zone, Math.min(final, from + HOURS_A_STEP * HOUR_MS)).start
    if (seen.sharedUntil >= seen.derivedUntil) return false
    const window = { workCenterId, start: from, end: until }
    const [statuses = []] = await listStatusTimes(tenant, [window])
    const [orders = []] = await listOrderTimes(tenant, [window])
    const times = ownedTimes(zone, window, { statuses, orders })
    const reading = await energyReadingOf(tenant, workCenter, device)
    const source = {
      companyId,
      inTenant: <T>(work: (own: typeof tenant) => Promise<T>) => work(tenant),
      readSamples: (_company: CompanyId, ids: Parameters<typeof readSamples>[1], start: number, end: number) =>
        readSamples(tenant, ids, { start, end }),
    }
    const isMeasured = times.length > 0 && device.sensors.length > 0
    const energies = isMeasured ? await measured(await energySamples(source, device, reading, window), times, reading) : []
    await keepShares(tenant, workCenterId, energyShares(zone, times, energies), {
      // If the first status now starts later, delete the shares before it.
      replacedFrom: bucketAt(zone, Math.min(from, seen.sharedUntil)).start,
      // derivedUntil may lie inside an hour; the rest of that hour has no shares to derive yet.
      until: until === final ? seen.derivedUntil : until,
      seen,
    })
    return until < final
  })
}

async function measured(samples: SampleColumns, times: readonly Interval[], reading: EnergyReading): Promise<readonly EnergyBucket[]> {
  const meter = createStretchMeter(times, reading)
  await inTurns(samples, (some) => meter.add(some))
  return meter.finish()
}
