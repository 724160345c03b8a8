import { sql } from 'kysely'
import type { OeeTerms } from '#engine/facts.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { HOUR_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** The terms of an hour of the clock, as far as it lies in one shift. */
export type HourTerms = {
  readonly start: number
  /** Of the shift that it lies in. */
  readonly shiftStart: number
  readonly terms: OeeTerms
}

type Row = Omit<OeeTerms, 'output' | 'uncountedOutput'> & {
  readonly start: number
  readonly shiftStart: number
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  readonly uncountedTotal: number
  readonly uncountedAccepted: number
  readonly uncountedRejected: number
}

/**
 * Returns the terms of the work centers' hours that begin in `[start, end)` and lie in a shift, ascending; an hour in two shifts is two rows. With
 * shift ids, only the parts in those shifts.
 */
export async function listHourTerms(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
  shiftIds: readonly number[] | null = null,
): Promise<readonly HourTerms[]> {
  await tenant.settle?.([workCenterId], end + HOUR_MS)
  const inShifts =
    shiftIds === null
      ? sql``
      : sql`and exists (select from shift s where s.company_id = hour_record.company_id and s.work_center_id = hour_record.work_center_id
          and s.start_at = hour_record.shift_start_at and s.start_at > ${start - LONGEST_SHIFT_MS}::int8 and s.start_at < ${end}::int8 and s.shift_id = any(${shiftIds}::int[]))`
  const rows =
    await sql<Row>`select start_at as start, shift_start_at as "shiftStart", elapsed_ms as "elapsedMs", excluded_ms as "excludedMs", no_data_ms as "noDataMs",
      availability_loss_ms as "availabilityLossMs", small_stop_ms as "smallStopMs", planned_downtime_ms as "plannedDowntimeMs",
      unplanned_downtime_ms as "unplannedDowntimeMs", unclassified_downtime_ms as "unclassifiedDowntimeMs", planned_included_ms as "plannedIncludedMs",
      unplanned_included_ms as "unplannedIncludedMs", order_loss_ms as "orderLossMs", setup_ms as "setupMs", failure_ms as "failureMs",
      failure_count as "failureCount", net_operating_ms as "netOperatingMs", quality_loss_ms as "qualityLossMs", total_output as total,
      accepted_output as accepted, rejected_output as rejected, uncounted_total as "uncountedTotal", uncounted_accepted as "uncountedAccepted",
      uncounted_rejected as "uncountedRejected"
    from hour_record where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at >= ${start}::int8
      and start_at < ${end}::int8 and shift_start_at > 0 ${inShifts} order by start_at, shift_start_at`.execute(tenant.tx)
  return rows.rows.map(
    ({ start: at, shiftStart, total, accepted, rejected, uncountedTotal, uncountedAccepted, uncountedRejected, ...times }) => ({
      start: at,
      shiftStart,
      terms: {
        ...times,
        output: { total, accepted, rejected },
        uncountedOutput: { total: uncountedTotal, accepted: uncountedAccepted, rejected: uncountedRejected },
      },
    }),
  )
}
