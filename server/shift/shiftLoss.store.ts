import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

/** Losses of one shift, source, reason and status together. */
export type ShiftLossGroup = {
  readonly workCenterId: number
  readonly start: number
  readonly source: LossSource
  readonly reasonId: LossReasonId | null
  readonly statusRuleId: StatusRuleId | null
  readonly count: number
  readonly durationMs: number
}

/** Returns the valid losses of the shifts, summed up, the longest first; a loss that is open lasts until `now`, at most to its shift's end. */
export async function listLossGroups(tenant: Tenant, shifts: readonly ShiftKey[], now: number): Promise<readonly ShiftLossGroup[]> {
  const rows = await sql<ShiftLossGroup>`
    select l.work_center_id as "workCenterId", l.shift_start_at as start, l.source, l.reason_id as "reasonId", l.status_rule_id as "statusRuleId",
      count(*) as count, sum(coalesce(l.duration_ms, greatest(0, coalesce(l.end_at, least(s.end_at, ${now}::int8)) - l.start_at)))::int8 as "durationMs"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    join loss l on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at and l.is_valid
    group by l.work_center_id, l.shift_start_at, l.source, l.reason_id, l.status_rule_id
    order by l.shift_start_at, l.work_center_id, "durationMs" desc, l.source, l.reason_id nulls last, l.status_rule_id nulls last`.execute(
    tenant.tx,
  )
  return rows.rows
}
