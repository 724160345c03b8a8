import { pairedDates } from '#engine/analytics/pairCells.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { MAX_PERIOD_DAYS } from '#engine/time/durations.ts'
import { dateAt, daysBetween, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import type { AnalyticsQuestion } from './analytics.service.ts'
import { firstOpenDate } from './recordFacts.store.ts'

/** A night shift may be named for the day on which it begins. */
const MOST_OPEN_DAYS = 3
/** Without dates a question is of so many days, the last one yesterday. */
export const USUAL_DAYS = 7

/** Returns the dates that are read for the question, the clocks of its plants, and whether shifts of them are still to come or going on. */
export async function datesOf(tenant: Tenant, { filter, dates: asked, comparison, now }: AnalyticsQuestion) {
  const zones = await listPlantZones(tenant, null)
  const today = todayOf(zones, filter.workCenterIds, now)
  const openFrom = (await firstOpenDate(tenant, filter, { dates: { from: movedDate(today, -MOST_OPEN_DAYS), to: today }, now })) ?? today
  const paired = pairedDates(checkedDates(asked, today), comparison, openFrom)
  return { zones, paired, isRunning: paired.dates.to > openFrom }
}

/** Returns the dates that are asked for, by default the last seven that are over, with the day after their last; refuses as a question does. */
export async function datesAsked(
  tenant: Tenant,
  ids: readonly WorkCenterId[] | null,
  asked: AnalyticsQuestion['dates'],
  now: number,
): Promise<DateRange> {
  return checkedDates(asked, todayOf(await listPlantZones(tenant, null), ids, now))
}

/** Returns the dates with the day after their last; refuses an end before the beginning and more than 397 days. */
function checkedDates(asked: AnalyticsQuestion['dates'], today: string): DateRange {
  const last = asked.last ?? movedDate(today, -1)
  const from = asked.first ?? movedDate(last, 1 - USUAL_DAYS)
  const dates = { from, to: movedDate(last, 1) }
  requirePeriod(dates, 'dateTo')
  return dates
}

/** Refuses an end before the beginning and more than 397 days. */
export function requirePeriod({ from, to }: DateRange, field: string): void {
  const days = daysBetween(from, to)
  if (days < 1) throw new Refusal({ code: 'INVALID_PERIOD', field, params: { min: from } })
  if (days > MAX_PERIOD_DAYS) throw new Refusal({ code: 'INVALID_PERIOD', field, params: { maxDays: MAX_PERIOD_DAYS } })
}

/** Today where the day begins last, so that no date counts as over that goes on somewhere. */
function todayOf(zones: ReadonlyMap<WorkCenterId, string>, ids: readonly WorkCenterId[] | null, now: number): string {
  const own = new Set([...zones].filter(([id]) => ids === null || ids.includes(id)).map(([, zone]) => zone))
  return [...own].map((zone) => dateAt(zone, now)).toSorted()[0] ?? dateAt('UTC', now)
}
