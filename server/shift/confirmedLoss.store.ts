import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ConfirmedLoss } from '#engine/shift/confirmedLoss.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

type OfShift = { readonly workCenterId: WorkCenterId; readonly shiftStart: number }

/** Returns the valid losses of the shifts as their confirmation keeps them: each stop, and lost speed and rejects summed up by reason. */
export async function listConfirmedLosses(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (OfShift & { readonly loss: ConfirmedLoss })[]> {
  if (shifts.length === 0) return []
  const rows = await sql<OfShift & ConfirmedLoss>`
    select l.work_center_id as "workCenterId", l.shift_start_at as "shiftStart", l.source,
      case when l.source = 'STATUS' then l.start_at end as start, case when l.source = 'STATUS' then max(l.end_at) end as "end",
      case when l.source = 'STATUS' then min(l.kind) end as kind, l.status_rule_id as "statusRuleId", l.reason_id as "reasonId",
      count(*) as count, sum(coalesce(l.duration_ms, coalesce(l.end_at, s.end_at) - l.start_at))::int8 as ms
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    join loss l on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at and l.is_valid
    group by l.work_center_id, l.shift_start_at, l.source, case when l.source = 'STATUS' then l.start_at end, l.status_rule_id, l.reason_id
    order by l.work_center_id, l.shift_start_at, 4 nulls last, l.source, l.reason_id nulls last, l.status_rule_id nulls last`.execute(
    tenant.tx,
  )
  return rows.rows.map(({ workCenterId, shiftStart, source, start, end, kind, statusRuleId, reasonId, count, ms }) => ({
    workCenterId,
    shiftStart,
    loss: { source, start, end, kind, statusRuleId, reasonId, count, ms },
  }))
}

/** Returns what the confirmations of the shifts kept of their losses; null = confirmed before they were kept. */
export async function listKeptLosses(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (OfShift & { readonly revision: number; readonly losses: readonly ConfirmedLoss[] | null })[]> {
  const rows = await sql<OfShift & { readonly revision: number; readonly losses: readonly ConfirmedLoss[] | null }>`
    select work_center_id as "workCenterId", shift_start_at as "shiftStart", revision, losses
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift_revision on company_id = ${tenant.companyId} and work_center_id = wanted.id and shift_start_at = wanted.start_at`.execute(
    tenant.tx,
  )
  return rows.rows
}
