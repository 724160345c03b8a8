import { sql } from 'kysely'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns the id that the record of a system that was left has from then on, as `leaveSystem` gives it. */
export function formerId(jobOrderId: JobOrderId, externalId: string): string {
  return `former:${jobOrderId}:${externalId}`
}

/**
 * Leaves the system that the integration was of, and returns how many messages it will not hear any more. They are left unsaid in the name of who named another
 * system; links and previews are gone, and its orders are told nothing more: their ids would be those of others over there (domain.md IN-4).
 */
export async function leaveSystem(
  tenant: Tenant,
  integrationId: string,
  { userId, at }: { readonly userId: UserId; readonly at: Date },
): Promise<number> {
  const { companyId, tx } = tenant
  const skipped = await sql`update integration_outbox set state = 'SKIPPED', decided_by = ${userId}::uuid, answered_on = ${at}::timestamptz
    where company_id = ${companyId} and integration_id = ${integrationId}::uuid and state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING')`.execute(
    tx,
  )
  await sql`update integration_order set is_former = true, is_gone = true, has_ended = false, moved_to = null,
      external_id = 'former:' || job_order_id || ':' || external_id
    where company_id = ${companyId} and integration_id = ${integrationId}::uuid and not is_former`.execute(tx)
  await sql`delete from integration_link where company_id = ${companyId} and integration_id = ${integrationId}::uuid`.execute(tx)
  await sql`update integration_run set check_token = null, orders = null where company_id = ${companyId}
    and integration_id = ${integrationId}::uuid and kind = 'PREVIEW'`.execute(tx)
  return Number(skipped.numAffectedRows ?? 0)
}
