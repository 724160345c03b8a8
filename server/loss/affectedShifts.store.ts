import { sql } from 'kysely'
import type { LossReasonId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A shift that is not confirmed, `[from, to)`, and the work center that it belongs to. */
export type AffectedShift = { readonly workCenterId: WorkCenterId; readonly from: number; readonly to: number }

/** Returns the unconfirmed shifts that have losses of the reason (domain.md E-42). */
export async function shiftsOfReason(tenant: Tenant, id: LossReasonId): Promise<readonly AffectedShift[]> {
  return await unconfirmed(
    tenant,
    sql`exists (select from loss l where l.company_id = s.company_id and l.work_center_id = s.work_center_id
      and l.shift_start_at = s.start_at and l.reason_id = ${id})`,
  )
}

/** Returns the unconfirmed shifts that have losses which a rule of the reason may decide: the reason came into use, or went out of it (domain.md E-43). */
export async function shiftsOfRulesNaming(tenant: Tenant, id: LossReasonId): Promise<readonly AffectedShift[]> {
  return await unconfirmed(
    tenant,
    sql`exists (select from loss l
      join loss_tracking_rule t on t.company_id = l.company_id and t.work_center_id = l.work_center_id
        and t.status_rule_id is not distinct from l.status_rule_id and t.valid_from <= l.chain_start_at
        and coalesce(t.valid_to, 9007199254740991) > l.chain_start_at
      join loss_tracking_row w on w.company_id = t.company_id and w.loss_tracking_rule_id = t.id and w.loss_reason_id = ${id}
      where l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at
        and l.source = 'STATUS' and l.reason_source is distinct from 'MANUAL')`,
  )
}

/** Returns the unconfirmed shifts in which a scheduled-loss status was: its time counts by the company's default planned reason (domain.md S-7). */
export async function shiftsWithScheduledLosses(tenant: Tenant): Promise<readonly AffectedShift[]> {
  return await unconfirmed(
    tenant,
    sql`exists (select from status_interval i
      join status_rule_version v on v.company_id = i.company_id and v.status_rule_id = i.status_rule_id and v.is_scheduled_loss
      where i.company_id = s.company_id and i.work_center_id = s.work_center_id
        and int8range(i.start_at, i.end_at) && int8range(s.start_at, s.end_at))`,
  )
}

/** Returns the unconfirmed shifts with stops of the status that began at the instant or later; `statusRuleId` null = stops without a rule. */
export async function shiftsOfStatus(
  tenant: Tenant,
  status: { readonly workCenterId: WorkCenterId; readonly statusRuleId: StatusRuleId | null },
  since: number,
): Promise<readonly AffectedShift[]> {
  return await unconfirmed(
    tenant,
    sql`s.work_center_id = ${status.workCenterId} and s.end_at > ${since}::int8 and exists (select from loss l
      where l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at and l.source = 'STATUS'
        and l.status_rule_id is not distinct from ${status.statusRuleId}::int and l.chain_start_at >= ${since}::int8)`,
  )
}

async function unconfirmed(tenant: Tenant, condition: ReturnType<typeof sql>): Promise<readonly AffectedShift[]> {
  const rows = await sql<{ work_center_id: number; start_at: number; end_at: number }>`select s.work_center_id, s.start_at, s.end_at
    from shift s where s.company_id = ${tenant.companyId} and s.status <> 'CONFIRMED' and ${condition}
    order by s.work_center_id, s.start_at`.execute(tenant.tx)
  return rows.rows.map((row) => ({ workCenterId: asId<WorkCenterId>(row.work_center_id), from: row.start_at, to: row.end_at }))
}
