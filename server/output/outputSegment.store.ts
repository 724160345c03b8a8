import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { OutputSegment } from '#engine/facts.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { DAY_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** An output segment as it is stored, with the codes of its orders. */
export type StoredSegment = OutputSegment & { readonly orderCodes: readonly string[] }

/** Returns the output segments of the shift that starts at the instant, ascending (domain.md S-60). */
export async function listSegmentsOfShift(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  shiftStart: number,
): Promise<readonly StoredSegment[]> {
  await tenant.settle?.([workCenterId], shiftStart + 2 * DAY_MS)
  const rows =
    await sql<Row>`select s.*, array(select j.order_code from job_order j where j.company_id = s.company_id and j.id = any(s.job_order_ids)
      order by j.id) as order_codes
    from output_segment s where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId} and s.shift_start_at = ${shiftStart}::int8
      and s.start_at >= ${shiftStart}::int8 and s.start_at < ${shiftStart + LONGEST_SHIFT_MS}::int8
    order by s.start_at`.execute(tenant.tx)
  return rows.rows.map(toSegment)
}

type Row = Selectable<DB['output_segment']> & { readonly order_codes: readonly string[] }

function toSegment(row: Row): StoredSegment {
  return {
    start: row.start_at,
    end: row.end_at,
    shiftStart: row.shift_start_at,
    total: row.total,
    accepted: row.accepted,
    rejected: row.rejected,
    uncounted: { total: row.uncounted_total, accepted: row.uncounted_accepted, rejected: row.uncounted_rejected },
    counted:
      row.counted_accepted === null || row.counted_rejected === null
        ? null
        : {
            total: row.counted_accepted + row.counted_rejected,
            accepted: row.counted_accepted,
            rejected: row.counted_rejected,
          },
    strokes: row.strokes,
    idealCycleMs: row.ideal_cycle_ms,
    jobOrderIds: row.job_order_ids.map((id) => asId<JobOrderId>(id)),
    effective: { total: row.effective_total, accepted: row.effective_accepted, rejected: row.effective_rejected },
    isConfirmed: row.is_confirmed,
    difference: row.difference,
    unit: row.unit,
    netOperatingMs: row.net_operating_ms,
    qualityLossMs: row.quality_loss_ms,
    runMs: row.run_ms,
    plannedMs: row.planned_ms,
    orderCodes: row.order_codes,
  }
}
