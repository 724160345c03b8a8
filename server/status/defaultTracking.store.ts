import { sql } from 'kysely'
import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Five minutes: longer ones are worth a reason of their own (domain.md D-48). */
const SMALL_STOP_MS = 300_000

/**
 * Gives the new status the loss tracking rule that everybody begins with: stops below five minutes are the company's first small-stop reason. A company
 * without such a reason gets no rule.
 */
export async function insertDefaultTracking(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  statusRuleId: StatusRuleId,
  validFrom: number,
): Promise<void> {
  await sql`with reason as (
      select id from loss_reason where company_id = ${tenant.companyId} and is_small_stop and not is_hidden and deleted_on is null
        and link_type = 'COMPANY' order by id limit 1
    ), rule as (
      insert into loss_tracking_rule (company_id, work_center_id, status_rule_id, valid_from)
      select ${tenant.companyId}, ${workCenterId}, ${statusRuleId}, ${validFrom}::int8 from reason returning id
    )
    insert into loss_tracking_row (company_id, loss_tracking_rule_id, from_ms, to_ms, loss_reason_id)
    select ${tenant.companyId}, rule.id, 0, ${SMALL_STOP_MS}::int8, reason.id from rule, reason`.execute(tenant.tx)
}
