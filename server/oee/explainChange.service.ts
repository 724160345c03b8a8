import { type ChangeSide, explainChange, type OeeChange } from '#engine/oee/explainChange.ts'
import { explainMix, type OeeMix } from '#engine/oee/explainMix.ts'
import { includedOf } from '#engine/oee/figures.ts'
import { ratio } from '#engine/oee/kpis.ts'
import { addSums, NO_SUMS, sumsOf } from '#engine/oee/recordSums.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { storyLosses } from '#engine/shift/shiftStory.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { findShift } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { findWorkCenters, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { sumRecords } from './recordSums.store.ts'
import { USUAL_SHIFTS } from './shiftInsight.service.ts'
import { listShiftsBefore, listStoryStops } from './shiftInsight.store.ts'

/** What a shift is compared with: the one before it, the same one before it, or the last ten of the same number together. */
export const CHANGE_BASES = ['PREVIOUS', 'SAME_SHIFT', 'USUAL'] as const
export type ChangeBase = (typeof CHANGE_BASES)[number]

/** A change with the shifts that it is measured against, the newest first. */
export type ExplainedChange = { readonly shift: StoredShift; readonly against: readonly StoredShift[]; readonly change: OeeChange }

/**
 * Returns why OEE of the shift that starts at the instant differs (docs/domain.md S-95), null where it or what it is compared with has none. Shifts
 * without planned time or without a reference speed are passed by.
 */
export async function explainShiftChange(
  tenant: Tenant,
  workCenter: WorkCenter,
  start: number,
  base: ChangeBase,
  now: number,
): Promise<ExplainedChange | null> {
  const shift = await findShift(tenant, workCenter.id, start)
  if (shift === null) return null
  const asked = { workCenterId: workCenter.id, start, shiftId: base === 'PREVIOUS' ? null : shift.shift.shiftId }
  const wanted = { limit: base === 'USUAL' ? USUAL_SHIFTS : 1, leastCoverage: null, isPriced: workCenter.calculatePerformance }
  const against = await listShiftsBefore(tenant, asked, wanted)
  if (against.length === 0) return null
  const keyOf = (one: StoredShift) => ({ workCenterId: one.workCenterId, start: one.shift.start })
  const stops = Map.groupBy(await listStoryStops(tenant, [shift, ...against].map(keyOf), now), ({ shiftStart }) => shiftStart)
  const sideOf = (shifts: readonly StoredShift[]): ChangeSide => ({
    part: { sums: shifts.map(({ terms }) => sumsOf(terms)).reduce(addSums, NO_SUMS), switches: workCenter },
    stops: storyLosses(
      shifts.flatMap((one) => stops.get(one.shift.start) ?? []),
      { speedMs: null, qualityMs: null },
    ),
  })
  const change = explainChange(sideOf(against), sideOf([shift]))
  return change === null ? null : { shift, against, change }
}

/** Returns how OEE of the work centers together changed between two stretches of shift dates, by better work and by the mix of their times; null ids = all of the company. */
export async function explainPeriodChange(
  tenant: Tenant,
  ids: readonly WorkCenterId[] | null,
  base: DateRange,
  dates: DateRange,
): Promise<OeeMix<WorkCenterId> | null> {
  const workCenters = ids === null ? await listWorkCenters(tenant, {}) : await findWorkCenters(tenant, ids)
  const weighed = async (range: DateRange) => {
    const rows = await sumRecords(tenant, { ...range, grain: 'DAY', workCenterIds: workCenters.map(({ id }) => id) })
    const byWorkCenter = Map.groupBy(rows, ({ workCenterId }) => workCenterId)
    return workCenters.flatMap((workCenter) => {
      const sums = (byWorkCenter.get(workCenter.id) ?? []).map((row) => row.sums).reduce(addSums, NO_SUMS)
      const { baseMs, valuableMs } = includedOf([{ sums, switches: workCenter }])
      const oee = ratio(valuableMs, baseMs)
      return oee === null ? [] : [{ id: workCenter.id, plannedMs: baseMs, oee }]
    })
  }
  return explainMix(await weighed(base), await weighed(dates))
}
