import { sql } from 'kysely'
import type { IntegrationService } from '#engine/integration/integrationForm.ts'
import type { OutboxOperation, OutboxState } from '#engine/integration/outboxPlan.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** An order as another system has it, and what it was told of ours. */
export type OrderElsewhere = {
  readonly jobOrderId: JobOrderId
  readonly integrationId: string
  readonly name: string
  readonly service: IntegrationService
  readonly externalCode: string
  readonly externalStatus: string
  /** Whether it is over there: done, cancelled or deleted. */
  readonly hasEnded: boolean
  readonly isGone: boolean
  readonly movedTo: string | null
  /** When it was last read. */
  readonly readOn: Date
  readonly sends: readonly OutboxOperation[]
  /** The accepted quantity that stands over there as far as we know. */
  readonly said: number | null
  /** Of the message that is open, else of the last one; null = it was told nothing. */
  readonly state: OutboxState | null
  readonly saidOn: Date | null
}

/** Returns the orders as the systems that they come from have them; those of deleted integrations are left out. */
export async function listOrdersElsewhere(tenant: Tenant, orderIds: readonly JobOrderId[]): Promise<readonly OrderElsewhere[]> {
  const { rows } = await sql<OrderElsewhere>`select o.job_order_id as "jobOrderId", i.id as "integrationId", i.name, i.service,
      o.external_code as "externalCode", o.external_status as "externalStatus", o.has_ended as "hasEnded",
      o.is_gone as "isGone", o.moved_to as "movedTo", o.seen_on as "readOn", i.sends, o.said,
      coalesce((select m.state from integration_outbox m where m.company_id = o.company_id and m.integration_id = o.integration_id
          and m.external_id = o.external_id and m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING') order by m.id limit 1),
        (select m.state from integration_outbox m where m.company_id = o.company_id and m.integration_id = o.integration_id
          and m.external_id = o.external_id order by m.id desc limit 1)) as state,
      (select max(m.answered_on) from integration_outbox m where m.company_id = o.company_id and m.integration_id = o.integration_id
        and m.external_id = o.external_id and m.state = 'SENT') as "saidOn"
    from integration_order o
    join integration i on i.company_id = o.company_id and i.id = o.integration_id and i.deleted_on is null
    where o.company_id = ${tenant.companyId} and o.job_order_id = any(${orderIds}::int[]) and not o.is_former
    order by o.job_order_id, i.created_on, i.id`.execute(tenant.tx)
  return rows
}

/** Returns what an order is in the other system of the integration; null where it is not one of it, or of a system that it was of before. */
export async function findOrderLink(
  tenant: Tenant,
  integrationId: string,
  jobOrderId: number,
): Promise<{ readonly externalId: string; readonly externalCode: string } | null> {
  const { rows } = await sql<{ readonly externalId: string; readonly externalCode: string }>`select external_id as "externalId",
      external_code as "externalCode" from integration_order
    where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid and job_order_id = ${jobOrderId}::int and not is_former
    order by seen_on desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}
