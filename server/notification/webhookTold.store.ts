import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { NotificationState, NotificationType, Severity } from '#engine/notification/notificationType.ts'
import type { Tenant } from '#server/db/database.ts'
import { PARAMS } from './episode.store.ts'
import type { NotificationParams } from './episode.store.ts'

/** Returns the webhooks that the rule tells, and those that were told of the notification. */
export async function listWebhooksOf(
  tenant: Tenant,
  id: string,
  configId: string,
): Promise<readonly { readonly webhookId: string; readonly wasTold: boolean }[]> {
  const { rows } = await sql<{ webhookId: string; wasTold: boolean }>`select w.id as "webhookId", d.id is not null as "wasTold"
    from webhook w
    left join lateral (select d.id from webhook_delivery d
      where d.company_id = w.company_id and d.notification_id = ${id}::uuid and d.webhook_id = w.id limit 1) as d on true
    where w.company_id = ${tenant.companyId} and (d.id is not null or exists (select from notification_config c
      where c.company_id = w.company_id and c.id::text = ${configId} and w.id = any(c.webhook_ids)))`.execute(tenant.tx)
  return rows
}

/** Returns the webhooks that were told of the notification. */
export async function listToldWebhooks(tenant: Tenant, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ webhookId: string }>`select distinct webhook_id as "webhookId" from webhook_delivery
    where company_id = ${tenant.companyId} and notification_id = ${id}::uuid`.execute(tenant.tx)
  return rows.map(({ webhookId }) => webhookId)
}

/** A fired notification as others are told of it. */
export type ToldNotification = {
  readonly type: NotificationType
  readonly severity: Severity
  readonly state: NotificationState
  readonly workCenterId: WorkCenterId
  readonly workCenter: string
  readonly zone: string
  readonly since: number
  readonly until: number | null
  readonly firedAt: number
  readonly isFoundLate: boolean
  readonly params: NotificationParams
}

/** Returns the notification as it is at this moment; null while nobody was told of it. */
export async function findTold(tenant: Tenant, id: string): Promise<ToldNotification | null> {
  const { rows } = await sql<Omit<ToldNotification, 'params'> & { readonly params: unknown }>`select n.type, n.severity, n.state,
      n.work_center_id as "workCenterId", w.name as "workCenter", coalesce(w.time_zone, c.time_zone) as zone, n.since, n.until,
      n.fired_at as "firedAt", n.is_found_late as "isFoundLate", n.params
    from notification n join work_center w on w.company_id = n.company_id and w.id = n.work_center_id join company c on c.id = n.company_id
    where n.company_id = ${tenant.companyId} and n.id = ${id}::uuid and n.fired_at is not null`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { ...row, params: PARAMS.parse(row.params) }
}
