import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Happened } from '#engine/notification/suggestedRules.ts'
import type { Tenant } from '#server/db/database.ts'

/**
 * Returns the stops and the times in which devices were off that ended since the instant, of active work centers that have no rule of the kind; a stop as long as
 * its losses that are neither scheduled nor planned.
 */
export async function listHappened(
  tenant: Tenant,
  { since, workCenterIds }: { readonly since: number; readonly workCenterIds: readonly WorkCenterId[] | null },
): Promise<readonly Happened[]> {
  const { rows } = await sql<Happened>`with place as (
      select w.id from work_center w where w.company_id = ${tenant.companyId} and w.device_status = 'ACTIVE'
        and (${workCenterIds}::int[] is null or w.id = any(${workCenterIds}::int[])))
    select l.work_center_id as "workCenterId", 'STATUS_DURATION' as type, sum(l.end_at - l.start_at)::float8 as "lengthMs"
    from loss l join place p on p.id = l.work_center_id
    left join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    where l.company_id = ${tenant.companyId} and l.source = 'STATUS' and l.is_valid and not l.is_scheduled_loss and l.end_at is not null
      and l.shift_start_at >= ${since}::int8 and l.start_at >= ${since}::int8
      and (r.id is null or (r.include_in_oee_calculation and r.type <> 'PLANNED'))
      and not exists (select from notification_config c where c.company_id = l.company_id and c.work_center_id = l.work_center_id and c.type = 'STATUS_DURATION')
    group by l.work_center_id, l.chain_start_at
    union all
    select i.work_center_id, 'WORK_CENTER_OFF', (i.end_at - i.start_at)::float8
    from status_interval i join place p on p.id = i.work_center_id
    where i.company_id = ${tenant.companyId} and i.cause in ('BATTERY_EMPTY', 'DEVICE_OFF') and i.start_at >= ${since}::int8 and i.end_at is not null
      and not exists (select from notification_config c where c.company_id = i.company_id and c.work_center_id = i.work_center_id and c.type = 'WORK_CENTER_OFF')
    limit 200000`.execute(tenant.tx)
  return rows
}
