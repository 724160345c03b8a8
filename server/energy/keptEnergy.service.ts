import { averageKwOf } from '#engine/energy/averagePower.ts'
import { bucketGrid } from '#engine/energy/bucketGrid.ts'
import type { EnergyBucket } from '#engine/energy/energyBuckets.ts'
import { QUARTER_MS } from '#engine/energy/energyHours.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { listEnergyHours, listEnergyQuarters } from './energyHour.store.ts'
import type { KeptQuarters } from './energyHour.store.ts'

/** Returns the stored hours of the zone's clock in the period; its edges are hour edges. */
export async function keptHours(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  zone: string,
  { start, end }: Interval,
): Promise<readonly EnergyBucket[]> {
  const hours = await listEnergyHours(tenant, workCenterId, start, end)
  return hours.map((hour) => ({
    ...hour,
    end: bucketAt(zone, hour.start).end,
    averageKw: averageKwOf(hour.kwh, hour.coveredMs),
  }))
}

/** Returns the stored quarter hours of the zone's clock in the period; its edges are quarter edges. */
export async function keptQuarters(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  zone: string,
  { start, end }: Interval,
): Promise<readonly EnergyBucket[]> {
  const hours = await listEnergyQuarters(tenant, workCenterId, bucketAt(zone, start).start, end)
  return hours
    .flatMap((hour) => quartersOf(zone, hour))
    .filter((quarter) => quarter.kwh !== null && quarter.start >= start && quarter.end <= end)
}

function quartersOf(zone: string, hour: KeptQuarters): EnergyBucket[] {
  const { edges, count } = bucketGrid({ start: hour.start, end: bucketAt(zone, hour.start).end, zone, bucketMs: QUARTER_MS })
  return Array.from({ length: count }, (_, at) => {
    const kwh = hour.kwh[at] ?? null
    const coveredMs = hour.coveredMs[at] ?? 0
    return {
      start: edges[at] ?? hour.start,
      end: edges[at + 1] ?? hour.start,
      kwh,
      coveredMs,
      averageKw: averageKwOf(kwh, coveredMs),
      maxKw: hour.maxKw[at] ?? null,
      source: hour.sources[at] ?? null,
      isAssumedBalanced: hour.isAssumedBalanced,
    }
  })
}
