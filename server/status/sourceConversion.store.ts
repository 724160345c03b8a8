import { sql } from 'kysely'
import type { StatusRuleId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Has the tracking rule of losses of one status in force for another from the instant (ms UTC) on: a converted status keeps its reasons. */
export async function copyTrackingRule(tenant: Tenant, from: StatusRuleId, to: StatusRuleId, at: number): Promise<void> {
  await sql`with given as (
      select * from loss_tracking_rule where company_id = ${tenant.companyId} and status_rule_id = ${from} and valid_to is null
    ), made as (
      insert into loss_tracking_rule (company_id, work_center_id, status_rule_id, valid_from)
      select company_id, work_center_id, ${to}::int, ${at}::int8 from given
      returning company_id, id
    )
    insert into loss_tracking_row (company_id, loss_tracking_rule_id, from_ms, to_ms, from_unit, to_unit, loss_reason_id)
    select made.company_id, made.id, row.from_ms, row.to_ms, row.from_unit, row.to_unit, row.loss_reason_id
    from made cross join given
    join loss_tracking_row row on row.company_id = given.company_id and row.loss_tracking_rule_id = given.id`.execute(tenant.tx)
}
