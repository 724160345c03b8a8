import { calendarPeriodAt, type CalendarPeriod } from '#engine/time/calendarPeriod.ts'
import { averageKwOf } from './averagePower.ts'
import type { EnergyBucket } from './energyBuckets.ts'

/** Returns the sums of consecutive buckets by hour, day, week or month of the zone, ascending; a period that the buckets cover in part is clipped to them (domain.md S-13). */
export function energyBy(period: CalendarPeriod, zone: string, buckets: readonly EnergyBucket[]): EnergyBucket[] {
  const sums: EnergyBucket[] = []
  let from = 0
  while (from < buckets.length) {
    const { end } = calendarPeriodAt(period, zone, buckets[from]?.start ?? 0)
    let to = from + 1
    while (to < buckets.length && (buckets[to]?.start ?? Infinity) < end) to++
    sums.push(sumEnergy(buckets.slice(from, to)))
    from = to
  }
  return sums
}

/** Returns the buckets as one: energy and covered time added, the greatest maximum; null energy only where no bucket has any (domain.md S-13). */
export function sumEnergy(buckets: readonly EnergyBucket[]): EnergyBucket {
  const known = buckets.filter((bucket) => bucket.kwh !== null)
  const kwh = known.length === 0 ? null : known.reduce((sum, bucket) => sum + (bucket.kwh ?? 0), 0)
  const coveredMs = known.reduce((sum, bucket) => sum + bucket.coveredMs, 0)
  const sources = new Set(known.map((bucket) => bucket.source))
  return {
    start: buckets[0]?.start ?? 0,
    end: buckets.at(-1)?.end ?? 0,
    kwh,
    coveredMs,
    averageKw: averageKwOf(kwh, coveredMs),
    maxKw: known.reduce<number | null>((max, { maxKw }) => (maxKw !== null && maxKw > (max ?? -Infinity) ? maxKw : max), null),
    source: sources.size > 1 ? 'MIXED' : (known[0]?.source ?? null),
    isAssumedBalanced: known.some((bucket) => bucket.isAssumedBalanced),
  }
}
