import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import type { Tenant } from '#server/db/database.ts'

export const SENT_CHANNELS = ['INBOX', 'EMAIL', 'PUSH'] as const
export const SENT_STATES = ['QUEUED', 'SENT', 'CANCELLED', 'WITHHELD', 'FAILED', 'EXPIRED', 'UNREAD', 'READ'] as const

/** What one person was told of a notification by one way. */
export type SentRow = {
  readonly userId: UserId
  readonly channel: (typeof SENT_CHANNELS)[number]
  readonly state: (typeof SENT_STATES)[number]
  /** Of a copy in the inbox: why it was not sent at once. */
  readonly heldBy: HeldBy | null
  readonly step: number
  /** When it was told, or is to be sent. */
  readonly at: number
  /** When it was read, sent or given up. */
  readonly settledAt: number | null
  readonly device: string | null
}

/** Returns where the notification is, null when the company has none of the id. */
export async function findPlaceOf(tenant: Tenant, id: string): Promise<WorkCenterId | null> {
  const { rows } = await sql<{ id: WorkCenterId }>`select work_center_id as id from notification
    where company_id = ${tenant.companyId} and id = ${id}::uuid and state <> 'PENDING'`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** Returns who was told of the notification by which way and what came of it, in the order in which they were told. */
export async function listSent(tenant: Tenant, id: string): Promise<readonly SentRow[]> {
  const { rows } = await sql<SentRow>`select * from (
      select r.user_id as "userId", 'INBOX' as channel, case when r.read_at is null then 'UNREAD' else 'READ' end as state, r.held_by as "heldBy",
        r.step, r.fired_at as at, r.read_at as "settledAt", null as device, 0 as place
      from notification_receipt r where r.company_id = ${tenant.companyId} and r.notification_id = ${id}::uuid
      union all
      select d.user_id, d.channel, d.state, null, d.step, (extract(epoch from d.due_on) * 1000)::int8,
        (extract(epoch from d.settled_on) * 1000)::int8, null, 1
      from notification_delivery d where d.company_id = ${tenant.companyId} and d.notification_id = ${id}::uuid
      union all
      select d.user_id, 'PUSH', d.state, null, d.step, (extract(epoch from d.due_on) * 1000)::int8,
        (extract(epoch from d.settled_on) * 1000)::int8, s.label, 2
      from push_delivery d join push_subscription s on s.company_id = d.company_id and s.id = d.subscription_id
      where d.company_id = ${tenant.companyId} and d.notification_id = ${id}::uuid
    ) as told order by step, "userId", place, at limit 1000`.execute(tenant.tx)
  return rows
}
