import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import type { PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { TOLD_COLUMNS, toItem } from './inbox.store.ts'
import type { InboxItem } from './inbox.store.ts'

export const SENT_CHANNELS = ['INBOX', 'EMAIL', 'PUSH', 'WEBHOOK'] as const
export const SENT_STATES = ['QUEUED', 'SENT', 'CANCELLED', 'WITHHELD', 'FAILED', 'EXPIRED', 'UNREAD', 'READ'] as const

/** What one person, or a webhook, was told of a notification by one way. */
export type SentRow = {
  /** null = a webhook. */
  readonly userId: UserId | null
  readonly channel: (typeof SENT_CHANNELS)[number]
  readonly state: (typeof SENT_STATES)[number]
  /** Of a copy in the inbox: why it was not sent at once. */
  readonly heldBy: HeldBy | null
  readonly step: number
  /** When it was told, or is to be sent. */
  readonly at: number
  /** When it was read, sent or given up. */
  readonly settledAt: number | null
  /** The name of the browser or webhook. */
  readonly device: string | null
  /** When the browser showed it, and when somebody opened or answered it there; null = not as far as it said. */
  readonly shownAt: number | null
  readonly openedAt: number | null
}

/** Returns where the notification is, null when the company has none of the id. */
export async function findPlaceOf(tenant: Tenant, id: string): Promise<WorkCenterId | null> {
  const { rows } = await sql<{ id: WorkCenterId }>`select work_center_id as id from notification
    where company_id = ${tenant.companyId} and id = ${id}::uuid and state <> 'PENDING'`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** Returns who was told of each of the notifications by which way and what came of it, in the order in which they were told; `only` = of one person alone. */
export async function listSentOf(
  tenant: Tenant,
  ids: readonly string[],
  only: UserId | null = null,
): Promise<readonly (readonly SentRow[])[]> {
  const { rows } = await sql<
    SentRow & { readonly id: string }
  >`select told.* from unnest(${[...ids]}::uuid[]) as asked (id) cross join lateral (select asked.id, * from (
      select r.user_id as "userId", 'INBOX' as channel, case when r.read_at is null then 'UNREAD' else 'READ' end as state, r.held_by as "heldBy",
        r.step, r.fired_at as at, r.read_at as "settledAt", null as device, null::int8 as "shownAt", null::int8 as "openedAt", 0 as place
      from notification_receipt r where r.company_id = ${tenant.companyId} and r.notification_id = asked.id
      union all
      select d.user_id, d.channel, d.state, null, d.step, (extract(epoch from d.due_on) * 1000)::int8,
        (extract(epoch from d.settled_on) * 1000)::int8, null, null, null, 1
      from notification_delivery d where d.company_id = ${tenant.companyId} and d.notification_id = asked.id
      union all
      select d.user_id, 'PUSH', d.state, null, d.step, (extract(epoch from d.due_on) * 1000)::int8,
        (extract(epoch from d.settled_on) * 1000)::int8, s.label, d.shown_at, d.opened_at, 2
      from push_delivery d join push_subscription s on s.company_id = d.company_id and s.id = d.subscription_id
      where d.company_id = ${tenant.companyId} and d.notification_id = asked.id
      union all
      select null, 'WEBHOOK', d.state, null, 0, case when d.state = 'QUEUED' then (extract(epoch from d.due_on) * 1000)::int8 else d.occurred_at end,
        (extract(epoch from d.settled_on) * 1000)::int8, w.name, null, null, 3
      from webhook_delivery d join webhook w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.company_id = ${tenant.companyId} and d.notification_id = asked.id
    ) as told where ${only}::uuid is null or "userId" = ${only}::uuid order by step, "userId" nulls last, place, at limit 1000) as told`.execute(
    tenant.tx,
  )
  const byId = Map.groupBy(rows, ({ id }) => id)
  return ids.map((id) => byId.get(id) ?? [])
}

/** How many people were told of a notification by one of its steps, and when the first of them. */
export type ToldStep = { readonly notificationId: string; readonly step: number; readonly at: number; readonly people: number }

/** Returns by which steps people were told of the notifications, whoever they are. */
export async function listToldSteps(tenant: Tenant, ids: readonly string[]): Promise<readonly ToldStep[]> {
  const { rows } = await sql<ToldStep>`select notification_id as "notificationId", step, min(fired_at) as at, count(*)::int as people
    from notification_receipt where company_id = ${tenant.companyId} and notification_id = any(${[...ids]}::uuid[])
    group by notification_id, step order by step`.execute(tenant.tx)
  return rows
}

/** Of what a page is: all, what somebody was not sent at once, or what could not be sent. */
export const SENT_SHOWN = ['ALL', 'HELD', 'FAILED'] as const

export type SentFilter = {
  readonly shown: (typeof SENT_SHOWN)[number]
  /** null = all of the company. */
  readonly workCenterIds: readonly WorkCenterId[] | null
}

/** Returns a page of the notifications that somebody was told of, the newest first, and whether more follow. */
export async function pageTold(
  tenant: Tenant,
  { shown, workCenterIds }: SentFilter,
  { page, size }: PageRange,
): Promise<{ readonly items: readonly InboxItem[]; readonly hasNext: boolean }> {
  const { rows } = await sql<Omit<InboxItem, 'params'> & { params: unknown }>`select ${TOLD_COLUMNS} from notification n
    where n.company_id = ${tenant.companyId} and n.fired_at is not null
      and (${workCenterIds}::int[] is null or n.work_center_id = any(${workCenterIds}::int[]))
      and ${SHOWN[shown]}
    order by n.fired_at desc, n.id desc limit ${size + 1} offset ${(page - 1) * size}`.execute(tenant.tx)
  return { items: rows.slice(0, size).map(toItem), hasNext: rows.length > size }
}

const OF_IT = (table: string) => sql`select from ${sql.table(table)} d where d.company_id = n.company_id and d.notification_id = n.id`
const SHOWN = {
  ALL: sql`true`,
  HELD: sql`(exists (${OF_IT('notification_receipt')} and d.held_by is not null) or exists (${OF_IT('push_delivery')} and d.state = 'WITHHELD'))`,
  FAILED: sql`(exists (${OF_IT('push_delivery')} and d.state in ('FAILED', 'EXPIRED')) or exists (${OF_IT('webhook_delivery')} and (d.state = 'FAILED' or d.last_problem is not null)))`,
} as const
