import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { UNBALANCE } from '#engine/notification/dePhasing.ts'
import type { Telling } from '#engine/notification/messages.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { jobWaits } from '#server/jobs/enqueue.ts'

/**
 * Stores people's copies of a notification; returns who had none before. A copy that there is becomes unread if it tells news, and is back in the inbox of who
 * put it away or off: it became more severe.
 */
export async function insertReceipts(
  tenant: Tenant,
  notificationId: string,
  { step, firedAt, isNews }: { readonly step: number; readonly firedAt: number; readonly isNews: boolean },
  copies: readonly { readonly userId: UserId; readonly heldBy: HeldBy | null }[],
): Promise<ReadonlySet<UserId>> {
  if (copies.length === 0) return new Set()
  const { rows } = await sql<{ userId: UserId }>`
    insert into notification_receipt (company_id, user_id, notification_id, type, fired_at, step, held_by)
    select n.company_id, copy.user_id, n.id, n.type, ${firedAt}, ${step}, copy.held_by
    from notification n
    cross join unnest(${copies.map(({ userId }) => userId)}::uuid[], ${copies.map(({ heldBy }) => heldBy)}::text[]) as copy (user_id, held_by)
    where n.company_id = ${tenant.companyId} and n.id = ${notificationId}::uuid
    on conflict (company_id, user_id, notification_id) do nothing
    returning user_id as "userId"`.execute(tenant.tx)
  const fresh = new Set(rows.map(({ userId }) => userId))
  const again = copies.map(({ userId }) => userId).filter((userId) => !fresh.has(userId))
  if (isNews && again.length > 0)
    await tenant.tx
      .updateTable('notification_receipt')
      .set({ read_at: null, archived_at: null, snoozed_until: null })
      .where('company_id', '=', tenant.companyId)
      .where('notification_id', '=', notificationId)
      .where('user_id', 'in', again)
      .execute()
  return fresh
}

/** Returns what goes on of the types and the person was told, as causes are found among it. */
export async function listToldOpen(
  tenant: Tenant,
  userId: UserId,
  types: readonly NotificationType[],
): Promise<readonly (Telling & { readonly workCenter: string })[]> {
  const { rows } = await sql<
    Telling & { readonly workCenter: string }
  >`select n.id as "notificationId", n.work_center_id::text as "workCenterId",
      n.type, n.since, n.until, r.fired_at as at, coalesce(n.type = 'WORK_CENTER_OFF' or n.params->>'status' = 'OFF', false) as "isOff", n.severity,
      w.name as "workCenter"
    from notification n
    join notification_receipt r on r.company_id = n.company_id and r.user_id = ${userId} and r.notification_id = n.id
    join work_center w on w.company_id = n.company_id and w.id = n.work_center_id
    where n.company_id = ${tenant.companyId} and n.state = 'OPEN' and n.type = any(${[...types]}::text[])
      and n.params->>'mode' is distinct from ${UNBALANCE}::text
    order by r.fired_at, n.id`.execute(tenant.tx)
  return rows
}

/** Notes in the person's inbox why they were not sent the notifications at once; the first cause stays. */
export async function noteHeld(tenant: Tenant, userId: UserId, notificationIds: readonly string[], by: HeldBy): Promise<void> {
  if (notificationIds.length === 0) return
  await sql`update notification_receipt set held_by = ${by} where company_id = ${tenant.companyId} and user_id = ${userId}
    and notification_id = any(${[...notificationIds]}::uuid[]) and held_by is null`.execute(tenant.tx)
}

/** Returns who has the notification in the inbox alone, as too many were told, and was sent nothing of it. */
export async function listUnsent(tenant: Tenant, notificationId: string): Promise<ReadonlySet<UserId>> {
  const { rows } = await sql<{ userId: UserId }>`select user_id as "userId" from notification_receipt r
    where company_id = ${tenant.companyId} and notification_id = ${notificationId}::uuid and held_by = 'CAP'
      and not exists (select from notification_delivery d
        where d.company_id = r.company_id and d.user_id = r.user_id and d.notification_id = r.notification_id)
      and not exists (select from push_delivery d
        where d.company_id = r.company_id and d.user_id = r.user_id and d.notification_id = r.notification_id)`.execute(tenant.tx)
  return new Set(rows.map(({ userId }) => userId))
}

/** What a person does with their copies. */
export type ReceiptChange = { readonly readAt?: number | null; readonly archivedAt?: number | null; readonly snoozedUntil?: number | null }

/** Changes the person's copies; returns the ids of those that there are. */
export async function changeReceipts(
  tenant: Tenant,
  userId: UserId,
  notificationIds: readonly string[],
  { readAt, archivedAt, snoozedUntil }: ReceiptChange,
): Promise<readonly string[]> {
  if (notificationIds.length === 0) return []
  const rows = await tenant.tx
    .updateTable('notification_receipt')
    .set({
      ...(readAt !== undefined && { read_at: readAt === null ? null : sql<number>`coalesce(read_at, ${readAt}::int8)` }),
      ...(archivedAt !== undefined && { archived_at: archivedAt }),
      ...(snoozedUntil !== undefined && { snoozed_until: snoozedUntil }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .where('notification_id', 'in', [...notificationIds])
    .returning('notification_id as id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A notification that its person put off, and that goes on. */
export type Reminder = {
  readonly type: NotificationType
  readonly severity: Severity
  /** Who takes care of it; null = nobody. */
  readonly acknowledgedBy: UserId | null
  /** How often the person was told again. */
  readonly reminded: number
}

/**
 * Makes the person's copy unread again that they put off until the instant; returns what they are told again, null when it is over, was put away, was put
 * off anew, or was told again before.
 */
export async function endSnooze(
  tenant: Tenant,
  { userId, notificationId, until }: { readonly userId: UserId; readonly notificationId: string; readonly until: number },
): Promise<Reminder | null> {
  const { rows } =
    await sql<Reminder>`update notification_receipt r set read_at = null, reminded = r.reminded + 1, reminded_until = r.snoozed_until
    from notification n
    where r.company_id = ${tenant.companyId} and r.user_id = ${userId} and r.notification_id = ${notificationId}::uuid
      and r.snoozed_until = ${until}::int8 and r.reminded_until is distinct from r.snoozed_until and r.archived_at is null
      and n.company_id = r.company_id and n.id = r.notification_id and n.state = 'OPEN'
    returning n.type, n.severity, n.acknowledged_by as "acknowledgedBy", r.reminded`.execute(tenant.tx)
  return rows[0] ?? null
}

/** After this long without a running process a missed reminder is dropped. */
const REMINDED_FOR_MS = 2 * DAY_MS

/** Returns snoozes of the last two days and later without a reminder and without a queued job, earliest first. */
export async function listPutOff(
  tx: Transaction<DB>,
  now: number,
): Promise<readonly { readonly companyId: CompanyId; readonly userId: UserId; readonly notificationId: string; readonly until: number }[]> {
  const { rows } = await sql<{
    companyId: CompanyId
    userId: UserId
    notificationId: string
    until: number
  }>`select r.company_id as "companyId", r.user_id as "userId", r.notification_id as "notificationId", r.snoozed_until as until
    from notification_receipt r
    join notification n on n.company_id = r.company_id and n.id = r.notification_id and n.state = 'OPEN'
    where r.snoozed_until > ${now - REMINDED_FOR_MS}::int8 and r.reminded_until is distinct from r.snoozed_until and r.archived_at is null
      and not ${jobWaits('NOTIFICATION_SNOOZE', sql`r.company_id`, sql`r.user_id || '/' || r.notification_id || '/' || r.snoozed_until`)}
    order by r.snoozed_until, r.company_id, r.user_id, r.notification_id`.execute(tx)
  return rows
}
