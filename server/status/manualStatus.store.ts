import type { StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Sayer } from '#server/user/acting.ts'

/** A status that a person chose, as stored; `end` null = until what domain.md S-2 says. */
export type StoredManualStatus = {
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
  readonly statusRuleId: StatusRuleId
  readonly createdBy: UserId | null
  /** The account of the station where it was chosen; null = that of the person. */
  readonly viaStation: UserId | null
  readonly createdOn: Date
}

/** Returns the newest chosen status of the work center that began by the instant and was not ended before it, or null. */
export async function findManualStatus(tenant: Tenant, workCenterId: WorkCenterId, at: number): Promise<StoredManualStatus | null> {
  const row = await tenant.tx
    .selectFrom('manual_status')
    .selectAll()
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('start_at', '<=', at)
    .where((where) => where.or([where('end_at', 'is', null), where('end_at', '>', at)]))
    .orderBy('start_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    start: row.start_at,
    end: row.end_at,
    statusRuleId: asId<StatusRuleId>(row.status_rule_id),
    createdBy: row.created_by === null ? null : asId<UserId>(row.created_by),
    viaStation: row.via_station === null ? null : asId<UserId>(row.via_station),
    createdOn: row.created_on,
  }
}

/** Stores the manual status from the instant on. The previous one ends there, later ones are removed. */
export async function insertManualStatus(
  tenant: Tenant,
  chosen: { readonly workCenterId: WorkCenterId; readonly statusRuleId: StatusRuleId; readonly start: number; readonly by: Sayer },
): Promise<void> {
  await endManualStatuses(tenant, chosen.workCenterId, chosen.start, chosen.by)
  await tenant.tx
    .insertInto('manual_status')
    .values({
      company_id: tenant.companyId,
      work_center_id: chosen.workCenterId,
      start_at: chosen.start,
      status_rule_id: chosen.statusRuleId,
      created_by: chosen.by.userId,
      via_station: chosen.by.viaStation,
    })
    .execute()
}

/** Ends what was chosen for the work center at the instant, and keeps who said so. */
export async function endManualStatuses(tenant: Tenant, workCenterId: WorkCenterId, at: number, by: Sayer): Promise<void> {
  const later = tenant.tx
    .deleteFrom('manual_status')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('start_at', '>=', at)
  const running = tenant.tx
    .updateTable('manual_status')
    .set({ end_at: at, ended_by: by.userId, ended_via_station: by.viaStation })
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('start_at', '<', at)
    .where((where) => where.or([where('end_at', 'is', null), where('end_at', '>', at)]))
  await later.execute()
  await running.execute()
}

/** Ends where the rule was chosen at the instant: it is archived then. */
export async function endManualStatusesOf(tenant: Tenant, statusRuleId: StatusRuleId, at: number): Promise<void> {
  await tenant.tx
    .deleteFrom('manual_status')
    .where('company_id', '=', tenant.companyId)
    .where('status_rule_id', '=', statusRuleId)
    .where('start_at', '>=', at)
    .execute()
  await tenant.tx
    .updateTable('manual_status')
    .set({ end_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('status_rule_id', '=', statusRuleId)
    .where((where) => where.or([where('end_at', 'is', null), where('end_at', '>', at)]))
    .execute()
}
