import type { ShiftRecord } from '#engine/facts.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'

/** A shift record of a work center as a test wants it stored. */
export type GivenShift = { readonly workCenterId: WorkCenterId; readonly isConfirmed: boolean } & ShiftRecord

/** Stores the records as they are, without any ingest. */
export async function storeShifts(database: Pick<Database, 'pool'>, companyId: CompanyId, shifts: readonly GivenShift[]): Promise<void> {
  await database.pool.query(
    `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, status, as_of, elapsed_ms, excluded_ms, no_data_ms,
       availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, planned_included_ms,
       unplanned_included_ms, order_loss_ms, setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms, total_output, accepted_output,
       rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected, ideal_cycle_ms, issues)
     select $1, work_center_id, shift_id, shift_date, shift_id::text, 'Shift ' || shift_id, start_at, end_at, status, as_of, elapsed_ms, excluded_ms,
       no_data_ms, availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, planned_included_ms,
       unplanned_included_ms, order_loss_ms, setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms, total_output, accepted_output,
       rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected, ideal_cycle_ms, issues
     from json_populate_recordset(null::shift, $2::json)`,
    [companyId, JSON.stringify(shifts.map(rowOf))],
  )
}

function rowOf({ workCenterId, isConfirmed, shift, asOf, terms, idealCycleMs, issues }: GivenShift): object {
  return {
    work_center_id: workCenterId,
    shift_id: shift.shiftId,
    shift_date: shift.shiftDate,
    start_at: shift.start,
    end_at: shift.end,
    status: isConfirmed ? 'CONFIRMED' : 'UNCONFIRMED',
    as_of: asOf,
    elapsed_ms: terms.elapsedMs,
    excluded_ms: terms.excludedMs,
    no_data_ms: terms.noDataMs,
    availability_loss_ms: terms.availabilityLossMs,
    small_stop_ms: terms.smallStopMs,
    planned_downtime_ms: terms.plannedDowntimeMs,
    unplanned_downtime_ms: terms.unplannedDowntimeMs,
    unclassified_downtime_ms: terms.unclassifiedDowntimeMs,
    planned_included_ms: terms.plannedIncludedMs,
    unplanned_included_ms: terms.unplannedIncludedMs,
    order_loss_ms: terms.orderLossMs,
    setup_ms: terms.setupMs,
    failure_ms: terms.failureMs,
    failure_count: terms.failureCount,
    net_operating_ms: terms.netOperatingMs,
    quality_loss_ms: terms.qualityLossMs,
    total_output: terms.output.total,
    accepted_output: terms.output.accepted,
    rejected_output: terms.output.rejected,
    uncounted_total: terms.uncountedOutput.total,
    uncounted_accepted: terms.uncountedOutput.accepted,
    uncounted_rejected: terms.uncountedOutput.rejected,
    ideal_cycle_ms: idealCycleMs,
    issues,
  }
}
