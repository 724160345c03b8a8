import { HOUR_MS } from '#engine/time/durations.ts'
import type { OeeTerms } from '#engine/facts.ts'
import { figuresOf, type Figures } from '#engine/oee/figures.ts'
import { sumsOfHours } from '#engine/oee/recordSums.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listHourTerms } from './hourTerms.store.ts'

/** The figures of a stretch of the work center's clock; null where no shift was. */
export type OeeBucketFigures = Interval & { readonly figures: Figures | null }

/** Whole hours that divide a day. */
const CHART_SECONDS: readonly number[] = [3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400]

const MAX_BUCKETS = 1500

/**
 * Returns the figures in buckets of the work center's local clock, from hour records; the only place where shifts are cut by the clock (domain.md
 * D-44). Refuses a length that is not whole hours dividing a day, and more than 1500 buckets.
 */
export async function oeeChart(
  tenant: Tenant,
  workCenter: WorkCenter,
  wanted: Interval & { readonly bucketSeconds: number },
): Promise<readonly OeeBucketFigures[]> {
  const { start, end, bucketSeconds } = wanted
  if (!CHART_SECONDS.includes(bucketSeconds))
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'bucketSeconds', params: { value: bucketSeconds, min: 3600, max: 86_400 } })
  const sizeMs = bucketSeconds * 1000
  if ((end - start) / sizeMs > MAX_BUCKETS)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: Math.floor((MAX_BUCKETS * sizeMs) / (24 * HOUR_MS)) } })
  const zone = await findPlantZone(tenant, workCenter.id)
  const buckets: Interval[] = []
  for (let at = start; at < end; at = buckets.at(-1)?.end ?? end) buckets.push(bucketAt(zone, at, sizeMs))
  const hours = await listHourTerms(tenant, workCenter.id, { start: buckets[0]?.start ?? start, end: buckets.at(-1)?.end ?? end })
  let at = 0
  return buckets.map((bucket) => {
    const own: OeeTerms[] = []
    for (let hour = hours[at]; hour !== undefined && hour.start < bucket.end; hour = hours[++at]) own.push(hour.terms)
    const sums = sumsOfHours(own)
    return { ...bucket, figures: sums.records === 0 ? null : figuresOf([{ sums, switches: workCenter }]) }
  })
}
