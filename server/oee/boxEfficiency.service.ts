import { efficiencyOf } from '#engine/oee/furtherKpis.ts'
import { statusTimesOf } from '#engine/oee/kpis.ts'
import { addSums, NO_SUMS, type RecordSums } from '#engine/oee/recordSums.ts'
import { calendarMs } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { scopeOf, type OeeQuestion } from './oeeQuestion.service.ts'
import { loadRecordSums } from './recordSums.service.ts'

/** How long a work center was in effective statuses and in others, whatever the reasons (domain.md D-32). */
export type BoxEfficiency = {
  readonly workCenter: WorkCenter
  /** null = all shifts together, or out of schedule. */
  readonly shiftId: number | null
  readonly effectiveMs: number
  readonly ineffectiveMs: number
  readonly outOfScheduleMs: number
  readonly efficiency: number | null
}

/**
 * Returns a row per work center, or split by shifts one per shift and one for time out of schedule. No data is neither effective nor ineffective;
 * time out of schedule is calendar time less the shifts.
 */
export async function boxEfficiencies(tenant: Tenant, question: OeeQuestion, splitByShifts: boolean): Promise<readonly BoxEfficiency[]> {
  const { dates, workCenterIds, zone, now } = await scopeOf(tenant, question)
  const rows = await loadRecordSums(tenant, { dates, grain: splitByShifts ? 'SHIFT' : 'MONTH', workCenterIds })
  const workCenters = await listWorkCenters(tenant, workCenterIds === null ? {} : { ids: workCenterIds })
  return workCenters.flatMap((workCenter) => {
    const own = rows.filter((row) => row.workCenterId === workCenter.id)
    const whole = own.map((row) => row.sums).reduce(addSums, NO_SUMS)
    const outOfScheduleMs = Math.max(0, calendarMs(workCenter.timeZone ?? zone, dates, now) - whole.elapsedMs)
    if (!splitByShifts) return [rowOf(workCenter, null, whole, outOfScheduleMs)]
    const shifts = [...Map.groupBy(own, (row) => row.shiftId)].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))
    return [
      ...shifts.map(([shiftId, parts]) => rowOf(workCenter, shiftId, parts.map((row) => row.sums).reduce(addSums, NO_SUMS), 0)),
      rowOf(workCenter, null, NO_SUMS, outOfScheduleMs),
    ]
  })
}

function rowOf(workCenter: WorkCenter, shiftId: number | null, sums: RecordSums, outOfScheduleMs: number): BoxEfficiency {
  const { effectiveMs, ineffectiveMs } = statusTimesOf(sums)
  return { workCenter, shiftId, effectiveMs, ineffectiveMs, outOfScheduleMs, efficiency: efficiencyOf(effectiveMs, ineffectiveMs) }
}
