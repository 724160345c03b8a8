import { type ChangeSide, explainChange, type OeeChange } from '#engine/oee/explainChange.ts'
import { comparedShifts } from '#engine/oee/comparedShifts.ts'
import type { PeriodShift } from '#engine/oee/comparedShifts.ts'
import { explainMix, type OeeMix } from '#engine/oee/explainMix.ts'
import { includedOf } from '#engine/oee/figures.ts'
import { ratio } from '#engine/oee/kpis.ts'
import { addSums, NO_SUMS, sumsOf } from '#engine/oee/recordSums.ts'
import type { RecordSums } from '#engine/oee/recordSums.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { storyLosses } from '#engine/shift/shiftStory.ts'
import { dateAt, dayBefore, daysBetween, movedDate } from '#engine/time/statPeriod.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { findShift } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { listSilence } from '#server/shift/shiftCounts.store.ts'
import { findWorkCenters, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { sumRecords } from './recordSums.store.ts'
import type { SumsRow } from './recordSums.store.ts'
import { USUAL_SHIFTS } from './shiftInsight.service.ts'
import { listShiftsBefore, listStoryStops } from './shiftInsight.store.ts'

/** What a shift is compared with: the one before it, the same one before it, or the last ten of the same number together. */
export const CHANGE_BASES = ['PREVIOUS', 'SAME_SHIFT', 'USUAL'] as const
export type ChangeBase = (typeof CHANGE_BASES)[number]

/** A change with the shifts that it is measured against, the newest first. */
export type ExplainedChange = { readonly shift: StoredShift; readonly against: readonly StoredShift[]; readonly change: OeeChange }

/**
 * Returns why OEE of the shift that starts at the instant differs (domain.md S-95), null where it or what it is compared with has none. Shifts
 * without planned time or without a reference speed are passed by.
 */
export async function explainShiftChange(
  tenant: Tenant,
  workCenter: WorkCenter,
  start: number,
  base: ChangeBase,
): Promise<ExplainedChange | null> {
  const shift = await findShift(tenant, workCenter.id, start)
  if (shift === null) return null
  const asked = { workCenterId: workCenter.id, start, shiftId: base === 'PREVIOUS' ? null : shift.shift.shiftId }
  const wanted = { limit: base === 'USUAL' ? USUAL_SHIFTS : 1, leastCoverage: null, isPriced: workCenter.calculatePerformance }
  const against = await listShiftsBefore(tenant, asked, wanted)
  if (against.length === 0) return null
  const keyOf = (one: StoredShift) => ({ workCenterId: one.workCenterId, start: one.shift.start })
  const keys = [shift, ...against].map(keyOf)
  const stops = Map.groupBy(await listStoryStops(tenant, keys), ({ shiftStart }) => shiftStart)
  const silence = new Map((await listSilence(tenant, keys)).map((one) => [one.start, one.silentMs]))
  const sideOf = (shifts: readonly StoredShift[]): ChangeSide => ({
    part: { sums: shifts.map(({ terms }) => sumsOf(terms)).reduce(addSums, NO_SUMS), switches: workCenter },
    stops: storyLosses(
      shifts.flatMap((one) => stops.get(one.shift.start) ?? []),
      { speedMs: null, qualityMs: null },
    ),
    silentMs: shifts.reduce((sum, one) => sum + (silence.get(one.shift.start) ?? 0), 0),
  })
  const change = explainChange(sideOf(against), sideOf([shift]))
  return change === null ? null : { shift, against, change }
}

/** Two stretches of shift dates. */
export type ComparedDates = { readonly base: DateRange; readonly dates: DateRange }

/**
 * Returns how OEE of the work centers together changed between two stretches of shift dates, by better work and by the mix of their times; null ids =
 * all of the company. Today is that of each plant's zone. Where the later stretch goes on and both have as many days, shifts that are over are compared
 * with as many of the base (`comparedShifts`).
 */
export async function explainPeriodChange(
  tenant: Tenant,
  ids: readonly WorkCenterId[] | null,
  datesAt: (today: string) => ComparedDates,
  now: number,
): Promise<OeeMix<WorkCenterId> | null> {
  const workCenters = ids === null ? await listWorkCenters(tenant, {}) : await findWorkCenters(tenant, ids)
  const zones = await listPlantZones(
    tenant,
    workCenters.map(({ id }) => id),
  )
  const byZone = [...Map.groupBy(workCenters, ({ id }) => zones.get(id) ?? 'UTC')]
  const sides = await Promise.all(
    byZone.map(async ([zone, own]) => {
      const today = dateAt(zone, now)
      return await sumsOfDates(tenant, own, { ...datesAt(today), today, now })
    }),
  )
  const weighed = (side: 'before' | 'present') =>
    workCenters.flatMap((workCenter) => {
      const sums = sides.flatMap((sums) => sums[side].get(workCenter.id) ?? []).reduce(addSums, NO_SUMS)
      const { baseMs, valuableMs } = includedOf([{ sums, switches: workCenter }])
      const oee = ratio(valuableMs, baseMs)
      return oee === null ? [] : [{ id: workCenter.id, plannedMs: baseMs, oee }]
    })
  return explainMix(weighed('before'), weighed('present'))
}

type SumsOfSide = ReadonlyMap<WorkCenterId, readonly RecordSums[]>

/** Only the last days can have shifts that are not over: they are read shift by shift, all others by day. */
async function sumsOfDates(
  tenant: Tenant,
  workCenters: readonly WorkCenter[],
  { base, dates, today, now }: ComparedDates & { readonly today: string; readonly now: number },
): Promise<{ readonly before: SumsOfSide; readonly present: SumsOfSide }> {
  const workCenterIds = workCenters.map(({ id }) => id)
  // A night shift may be named for yesterday, or for the day on which it ends.
  const openFrom = dayBefore(today)
  const daysWhole = Math.min(daysBetween(dates.from, dates.to), Math.max(0, daysBetween(dates.from, openFrom)))
  const daysBase = daysBetween(base.from, base.to) === daysBetween(dates.from, dates.to) ? daysWhole : Infinity
  const rowsOf = async (range: DateRange, days: number) => {
    const openDate = days === Infinity ? range.to : movedDate(range.from, days)
    const whole = await sumRecords(tenant, { from: range.from, to: openDate, grain: 'DAY', workCenterIds })
    const open = openDate < range.to ? await sumRecords(tenant, { from: openDate, to: range.to, grain: 'SHIFT', workCenterIds }) : []
    return { whole: Map.groupBy(whole, ({ workCenterId }) => workCenterId), open: Map.groupBy(open.map(shiftOf(range)), ({ id }) => id) }
  }
  const [present, before] = [await rowsOf(dates, daysWhole), await rowsOf(base, daysBase)]
  const sides = workCenterIds.map((id) => {
    const compared = comparedShifts(present.open.get(id) ?? [], before.open.get(id) ?? [], now)
    const sums = (whole: readonly SumsRow[] | undefined, open: readonly OpenShift[]) => [
      ...(whole ?? []).map((row) => row.sums),
      ...open.map((row) => row.sums),
    ]
    return {
      id,
      before: sums(before.whole.get(id), compared.before),
      present: sums(present.whole.get(id), compared.present),
    }
  })
  return {
    before: new Map(sides.map((side) => [side.id, side.before])),
    present: new Map(sides.map((side) => [side.id, side.present])),
  }
}

type OpenShift = PeriodShift & { readonly id: WorkCenterId; readonly sums: RecordSums }

function shiftOf({ from }: DateRange) {
  return ({ workCenterId, date, lastEnd, sums }: SumsRow): OpenShift => ({
    id: workCenterId,
    day: daysBetween(from, date),
    end: lastEnd,
    sums,
  })
}
