import { HOUR_MS } from '#engine/time/durations.ts'
import type { OeeTerms } from '#engine/facts.ts'
import { figuresOf, type Figures } from '#engine/oee/figures.ts'
import { sumsOfHours, type RecordSums } from '#engine/oee/recordSums.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listHourTerms } from './hourTerms.store.ts'

/** What some hours come to; figures null where no shift was. */
export type HourFigures = { readonly sums: RecordSums; readonly figures: Figures | null }

/** An hour of the local clock: its date and hour are the clock's, so a repeated hour is there twice and a skipped one not at all. */
export type OeeHour = HourFigures & Interval & { readonly date: string; readonly hour: number }

/** The hours of the period, and totals by date, by hour of the day and overall: sums of terms, never of percentages (D-44). */
export type OeeByTime = {
  readonly timeZone: string
  readonly hours: readonly OeeHour[]
  readonly days: readonly (HourFigures & { readonly date: string })[]
  readonly hoursOfDay: readonly (HourFigures & { readonly hour: number })[]
  readonly total: HourFigures
}

const MAX_DAYS = 92

/** Returns the figures of the period hour by hour in the work center's zone, whole hours of its clock, of shifts of the ids or of all; refuses more than 92 days. */
export async function oeeByTime(
  tenant: Tenant,
  workCenter: WorkCenter,
  { start, end }: Interval,
  shiftIds: readonly number[] | null,
): Promise<OeeByTime> {
  // An hour more for a clock that goes back in the period.
  if (end - start > MAX_DAYS * 24 * HOUR_MS + HOUR_MS)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_DAYS } })
  const zone = await findPlantZone(tenant, workCenter.id)
  const buckets: Interval[] = []
  for (let at = start; at < end; at = buckets.at(-1)?.end ?? end) buckets.push(bucketAt(zone, at))
  const whole = { start: buckets[0]?.start ?? start, end: buckets.at(-1)?.end ?? end }
  const records = await listHourTerms(tenant, workCenter.id, whole, shiftIds)
  let next = 0
  const hours = buckets.map((bucket) => {
    const terms: OeeTerms[] = []
    for (let record = records[next]; record !== undefined && record.start < bucket.end; record = records[++next]) terms.push(record.terms)
    const local = Temporal.Instant.fromEpochMilliseconds(bucket.start).toZonedDateTimeISO(zone)
    return { ...bucket, date: local.toPlainDate().toString(), hour: local.hour, terms }
  })
  const come = (terms: readonly OeeTerms[]): HourFigures => {
    const sums = sumsOfHours(terms)
    return { sums, figures: sums.records === 0 ? null : figuresOf([{ sums, switches: workCenter }]) }
  }
  const comeTogether = (some: readonly { readonly terms: readonly OeeTerms[] }[]) => come(some.flatMap(({ terms }) => terms))
  return {
    timeZone: zone,
    hours: hours.map(({ terms, ...hour }) => ({ ...hour, ...come(terms) })),
    days: [...Map.groupBy(hours, ({ date }) => date)].map(([date, own]) => ({ date, ...comeTogether(own) })),
    hoursOfDay: [...Map.groupBy(hours, ({ hour }) => hour)]
      .toSorted(([left], [right]) => left - right)
      .map(([hour, own]) => ({ hour, ...comeTogether(own) })),
    total: comeTogether(hours),
  }
}
