import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** Which webhooks rules tell, and which were told of notifications. */
export type WebhooksOf = {
  /** By rules. */
  readonly rules: ReadonlyMap<string, readonly string[]>
  /** By notifications. */
  readonly told: ReadonlyMap<string, readonly string[]>
}

/** Returns the webhooks of the rules and notifications; null = the company has none. */
export async function readWebhooksOf(
  tenant: Tenant,
  { configIds, notificationIds }: { readonly configIds: readonly string[]; readonly notificationIds: readonly string[] },
): Promise<WebhooksOf | null> {
  const { rows: webhooks } = await sql`select from webhook where company_id = ${tenant.companyId} limit 1`.execute(tenant.tx)
  if (webhooks.length === 0) return null
  // What is told without a rule has a name there, and no id.
  const rules = await sql<{ id: string; webhookId: string }>`select c.id::text as id, w.id as "webhookId" from notification_config c
    join webhook w on w.company_id = c.company_id and w.id = any(c.webhook_ids)
    where c.company_id = ${tenant.companyId} and c.id::text = any(${[...configIds]}::text[]) order by w.id`.execute(tenant.tx)
  const told = await sql<{
    id: string
    webhookId: string
  }>`select distinct notification_id as id, webhook_id as "webhookId" from webhook_delivery
    where company_id = ${tenant.companyId} and notification_id = any(${[...notificationIds]}::uuid[]) order by webhook_id`.execute(
    tenant.tx,
  )
  return { rules: byId(rules.rows), told: byId(told.rows) }
}

function byId(rows: readonly { readonly id: string; readonly webhookId: string }[]): ReadonlyMap<string, readonly string[]> {
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, own.map(({ webhookId }) => webhookId)]))
}
