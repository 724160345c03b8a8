import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { UNBALANCE } from '#engine/notification/dePhasing.ts'
import { FLAPPING_LOOK_BACK_MS } from '#engine/notification/inboxGroups.ts'
import type { InboxCopy } from '#engine/notification/inboxGroups.ts'
import type { NotificationType, Severity, TargetPeriod } from '#engine/notification/notificationType.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { Tenant } from '#server/db/database.ts'
import { PARAMS } from './episode.store.ts'
import type { NotificationParams } from './episode.store.ts'

/** A notification as one person has it. */
export type InboxItem = {
  readonly id: string
  readonly workCenterId: WorkCenterId
  readonly type: NotificationType
  readonly since: number
  readonly until: number | null
  readonly dueAt: number
  readonly firedAt: number
  readonly state: 'OPEN' | 'RESOLVED' | 'RETRACTED'
  readonly isFoundLate: boolean
  readonly severity: Severity
  readonly params: NotificationParams
  /** Of a target: what its figure is summed over. */
  readonly periodType: TargetPeriod | null
  readonly acknowledgedBy: UserId | null
  readonly acknowledgedAt: number | null
  readonly comment: string | null
  readonly heldBy: HeldBy | null
  readonly readAt: number | null
  readonly archivedAt: number | null
  readonly snoozedUntil: number | null
}

/** Whose copies are asked for, and of which work centers they may see them; null = of all. */
export type Reader = { readonly userId: UserId; readonly visibleIds: readonly WorkCenterId[] | null }

export const INBOX_TABS = ['OPEN', 'HISTORY', 'ALL'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

export type InboxFilter = {
  readonly tab: InboxTab
  readonly types: readonly NotificationType[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly severities: readonly Severity[] | null
  readonly states: readonly InboxItem['state'][] | null
  /** Whether somebody takes care of it; null = either. */
  readonly isAcknowledged: boolean | null
  /** Whether the person has seen it; null = either. */
  readonly isRead: boolean | null
  /** Only these; null = all. */
  readonly ids: readonly string[] | null
  /** All but these. */
  readonly withoutIds: readonly string[]
  /** Told in `[start, end)`. */
  readonly start: number | null
  readonly end: number | null
}

const PERIOD_TYPE = sql`case when n.type = 'TARGET_VALUE' then coalesce(substring(n.condition_key from '/(DAY|WEEK|MONTH)$'), 'SHIFT') end as "periodType"`
/** What was sent in the end is held no more. */
const STILL_HELD = sql`case when r.held_by is null or r.held_by = 'LATE' or not (
    exists (select from notification_delivery d where d.company_id = r.company_id and d.notification_id = r.notification_id and d.user_id = r.user_id
      and d.state = 'SENT')
    or exists (select from push_delivery d where d.company_id = r.company_id and d.notification_id = r.notification_id and d.user_id = r.user_id
      and d.state = 'SENT' and d.step >= 0)) then r.held_by end`
const COLUMNS = sql`n.id, n.work_center_id as "workCenterId", n.type, n.since, n.until, n.due_at as "dueAt", r.fired_at as "firedAt", n.state,
  n.is_found_late as "isFoundLate", n.severity, n.params,
  ${PERIOD_TYPE}, n.acknowledged_by as "acknowledgedBy", n.acknowledged_at as "acknowledgedAt",
  n.acknowledge_comment as comment, ${STILL_HELD} as "heldBy", r.read_at as "readAt", r.archived_at as "archivedAt", r.snoozed_until as "snoozedUntil"`

/** The same of a notification itself, as nobody's copy. */
export const TOLD_COLUMNS = sql`n.id, n.work_center_id as "workCenterId", n.type, n.since, n.until, n.due_at as "dueAt", n.fired_at as "firedAt", n.state,
  n.is_found_late as "isFoundLate", n.severity, n.params, ${PERIOD_TYPE}, n.acknowledged_by as "acknowledgedBy", n.acknowledged_at as "acknowledgedAt",
  n.acknowledge_comment as comment, null as "heldBy", null::int8 as "readAt", null::int8 as "archivedAt", null::int8 as "snoozedUntil"`

/** Returns a page of the person's copies, the newest first, and how many there are. */
export async function pageInbox(
  tenant: Tenant,
  userId: UserId,
  filter: InboxFilter,
  { page, size, now }: { readonly page: number; readonly size: number; readonly now: number },
): Promise<{ readonly items: readonly InboxItem[]; readonly totalItems: number }> {
  // Some that are named are found by their ids, and not among all that goes on.
  const where = sql`${filter.tab === 'OPEN' && filter.ids === null ? copiesGoingOn(tenant, userId) : ALL_COPIES}
    where r.company_id = ${tenant.companyId} and r.user_id = ${userId}
      and ${filter.tab === 'ALL' ? sql`true` : filter.tab === 'OPEN' ? openNow(now) : sql`not ${openNow(now)}`}
      and ${chosenBy(filter)}
      and ${filter.withoutIds.length === 0 ? sql`true` : sql`n.id <> all(${filter.withoutIds}::uuid[])`}`
  const { rows } = await sql<Omit<InboxItem, 'params'> & { params: unknown }>`select ${COLUMNS} ${where}
    order by r.fired_at desc, r.notification_id desc limit ${size} offset ${(page - 1) * size}`.execute(tenant.tx)
  const counted = await sql<{
    count: number
  }>`select count(*)::int as count from (select 1 ${where} limit ${MAX_COUNTED + 1}) as found`.execute(tenant.tx)
  return { items: rows.map(toItem), totalItems: counted.rows[0]?.count ?? 0 }
}

/** At most this many notifications of a user are grouped, newest first. */
const MAX_GROUPED = 2000

/** Returns the copies that groups are built from: open ones that match the filter, and recently resolved ones. */
export async function listInboxCopies(tenant: Tenant, userId: UserId, filter: InboxFilter, now: number): Promise<readonly InboxCopy[]> {
  const columns = sql`n.id as "notificationId", n.work_center_id::text as "workCenterId", n.type, n.condition_key as "conditionKey", n.since, n.until,
    r.fired_at as at, coalesce(n.type = 'WORK_CENTER_OFF' or n.params->>'status' = 'OFF', false) as "isOff", n.severity, r.read_at is null as "isUnread",
    coalesce(n.params->>'mode' = ${UNBALANCE}::text, false) as "isUnbalance"`
  const { rows } = await sql<InboxCopy>`
    (select ${columns} ${copiesGoingOn(tenant, userId)}
      where ${openNow(now)} and ${chosenBy(filter)}
      order by r.fired_at desc limit ${MAX_GROUPED})
    union all
    (select ${columns} ${ALL_COPIES}
      where r.company_id = ${tenant.companyId} and r.user_id = ${userId} and r.fired_at > ${now - FLAPPING_LOOK_BACK_MS}::int8
        and n.state = 'RESOLVED' and r.archived_at is null and not n.is_found_late and ${chosenBy(filter)}
      order by r.fired_at desc limit ${MAX_GROUPED})`.execute(tenant.tx)
  return rows
}

function chosenBy(filter: InboxFilter) {
  return sql`(${filter.types === null ? sql`true` : sql`r.type = any(${filter.types}::text[])`}
    and (${filter.workCenterIds}::int[] is null or n.work_center_id = any(${filter.workCenterIds}::int[]))
    and (${filter.severities}::text[] is null or n.severity = any(${filter.severities}::text[]))
    and (${filter.states}::text[] is null or n.state = any(${filter.states}::text[]))
    and (${filter.isAcknowledged}::bool is null or (n.acknowledged_at is not null) = ${filter.isAcknowledged}::bool)
    and (${filter.isRead}::bool is null or (r.read_at is not null) = ${filter.isRead}::bool)
    and ${filter.ids === null ? sql`true` : sql`r.notification_id = any(${filter.ids}::uuid[])`}
    and (${filter.start}::int8 is null or r.fired_at >= ${filter.start}::int8)
    and (${filter.end}::int8 is null or r.fired_at < ${filter.end}::int8))`
}

/** Returns the person's copy of the notification, null when they have none at the work centers that they may see (null = all). */
export async function findInboxItem(tenant: Tenant, { userId, visibleIds }: Reader, id: string): Promise<InboxItem | null> {
  const { rows } = await sql<Omit<InboxItem, 'params'> & { params: unknown }>`select ${COLUMNS} from notification_receipt r
    join notification n on n.company_id = r.company_id and n.id = r.notification_id
    where r.company_id = ${tenant.companyId} and r.user_id = ${userId} and r.notification_id = ${id}::uuid
      and (${visibleIds}::int[] is null or n.work_center_id = any(${visibleIds}::int[]))`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : toItem(row)
}

/** How many of a person's notifications go on, and how severe the worst of them is. */
export type InboxCounts = { readonly open: number; readonly unread: number; readonly worst: Severity | null }

/** Returns the counts of the person's bell. */
export async function countInbox(tenant: Tenant, { userId, visibleIds }: Reader, now: number): Promise<InboxCounts> {
  const { rows } = await sql<{ open: number; unread: number; worst: number | null }>`
    select count(*)::int as open, count(*) filter (where r.read_at is null)::int as unread,
      max(case n.severity when 'URGENT' then 3 when 'WARNING' then 2 else 1 end) as worst
    ${copiesGoingOn(tenant, userId)}
    where ${openNow(now)} and (${visibleIds}::int[] is null or n.work_center_id = any(${visibleIds}::int[]))`.execute(tenant.tx)
  const { open = 0, unread = 0, worst = null } = rows[0] ?? {}
  return { open, unread, worst: worst === null ? null : (([null, 'INFO', 'WARNING', 'URGENT'] as const)[worst] ?? null) }
}

/** Nobody takes care of it for so long: it is told on screens of a hall. */
const WAITS_MS = 10 * MINUTE_MS

/** Returns how many notifications at the work centers (null = all) go on that nobody has taken care of for ten minutes; what is only to be read is not counted. */
export async function countWaiting(tenant: Tenant, workCenterIds: readonly WorkCenterId[] | null, now: number): Promise<number> {
  // The first state condition matches the partial index notification_going_on; the second leaves out PENDING.
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from notification
    where company_id = ${tenant.companyId} and state in ('PENDING', 'OPEN') and state = 'OPEN' and severity <> 'INFO' and acknowledged_at is null
      and fired_at <= ${now - WAITS_MS}::int8 and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[]))`.execute(
    tenant.tx,
  )
  return rows[0]?.count ?? 0
}

/** Returns those of the notifications that go on, nobody takes care of, and the person has at work centers that they may see; by work center. */
export async function listFree(tenant: Tenant, { userId, visibleIds }: Reader, ids: readonly string[]): Promise<readonly Free[]> {
  const { rows } = await sql<Free>`select n.id, n.work_center_id as "workCenterId" ${ALL_COPIES}
    where r.company_id = ${tenant.companyId} and r.user_id = ${userId} and r.notification_id = any(${[...ids]}::uuid[])
      and n.state = 'OPEN' and n.acknowledged_at is null and (${visibleIds}::int[] is null or n.work_center_id = any(${visibleIds}::int[]))
    order by n.work_center_id, n.id`.execute(tenant.tx)
  return rows
}

type Free = { readonly id: string; readonly workCenterId: WorkCenterId }

/** Notes that the person takes care of the notifications that nobody does yet; returns their ids. */
export async function storeAcknowledgements(
  tenant: Tenant,
  free: readonly Pick<Free, 'id'>[],
  by: { readonly userId: UserId; readonly at: number; readonly comment: string | null },
): Promise<readonly string[]> {
  if (free.length === 0) return []
  const ids = free.map(({ id }) => id)
  // Held in the order in which those are held that are worked out: nobody waits in a circle.
  await sql`select from notification where company_id = ${tenant.companyId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    tenant.tx,
  )
  const rows = await tenant.tx
    .updateTable('notification')
    .set({ acknowledged_by: by.userId, acknowledged_at: by.at, acknowledge_comment: by.comment, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', ids)
    .where('state', '=', 'OPEN')
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const ALL_COPIES = sql`from notification_receipt r join notification n on n.company_id = r.company_id and n.id = r.notification_id`

/** The person's copies of what goes on: found by that, which is little, and never by all that the person ever had (`offset 0` keeps it so). */
function copiesGoingOn({ companyId }: Tenant, userId: UserId) {
  return sql`from (select * from notification where company_id = ${companyId} and state in ('PENDING', 'OPEN') offset 0) n
    cross join lateral (select * from notification_receipt
      where company_id = n.company_id and user_id = ${userId} and notification_id = n.id offset 0) r`
}

/** What goes on and was neither put away nor put off. */
function openNow(now: number) {
  return sql`(n.state = 'OPEN' and r.archived_at is null and coalesce(r.snoozed_until, 0) <= ${now}::int8)`
}

/** Returns a read row with its checked values. */
export function toItem({ params, ...row }: Omit<InboxItem, 'params'> & { params: unknown }): InboxItem {
  return { ...row, params: PARAMS.parse(params) }
}
