import { sql } from 'kysely'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { isCancelledHere } from '#server/notification/notice.store.ts'

/** An order that was cancelled here while the other system still has it open. */
export type CancelledHere = {
  readonly jobOrderId: JobOrderId
  readonly orderCode: string
  /** As the other system said it last. */
  readonly externalStatus: string
}

/** Returns the orders that were cancelled here lately and are still open in the other system, the last cancelled first, 100 at most. */
export async function listCancelledHere(tenant: Tenant, integrationId: string, at: Date): Promise<readonly CancelledHere[]> {
  const { rows } =
    await sql<CancelledHere>`select o.job_order_id as "jobOrderId", j.order_code as "orderCode", o.external_status as "externalStatus"
    from integration_order o join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid and ${isCancelledHere(at.getTime())}
    order by j.canceled_on desc, j.id limit 100`.execute(tenant.tx)
  return rows
}
