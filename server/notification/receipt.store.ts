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

/** A person's copy of a notification that is stored. */
export type NewReceipt = {
  readonly notificationId: string
  readonly userId: UserId
  readonly type: NotificationType
  readonly firedAt: number
  readonly step: number
  readonly heldBy: HeldBy | null
}

/** Stores people's copies of notifications; one that there is stays. */
export async function insertReceipts(tenant: Tenant, copies: readonly NewReceipt[]): Promise<void> {
  if (copies.length === 0) return
  await sql`insert into notification_receipt (company_id, user_id, notification_id, type, fired_at, step, held_by)
    select ${tenant.companyId}, * from unnest(${copies.map(({ userId }) => userId)}::uuid[], ${copies.map(({ notificationId }) => notificationId)}::uuid[],
      ${copies.map(({ type }) => type)}::text[], ${copies.map(({ firedAt }) => firedAt)}::int8[], ${copies.map(({ step }) => step)}::int2[],
      ${copies.map(({ heldBy }) => heldBy)}::text[])
    on conflict (company_id, user_id, notification_id) do nothing`.execute(tenant.tx)
}

type CopyOf = { readonly notificationId: string; readonly userId: UserId }

/** Holds the copies until the transaction ends, all in one order: nobody waits in a circle. */
async function lockCopies(tenant: Tenant, copies: readonly CopyOf[]): Promise<void> {
  await sql`select from notification_receipt r
    join unnest(${copies.map(({ userId }) => userId)}::uuid[], ${copies.map(({ notificationId }) => notificationId)}::uuid[]) as g (user_id, notification_id)
      on r.user_id = g.user_id and r.notification_id = g.notification_id
    where r.company_id = ${tenant.companyId} order by r.notification_id, r.user_id for update of r`.execute(tenant.tx)
}

/** Makes copies unread that tell news, and brings them back into the inbox of who put them away or off: they became more severe. */
export async function renewReceipts(tenant: Tenant, copies: readonly CopyOf[]): Promise<void> {
  if (copies.length === 0) return
  await lockCopies(tenant, copies)
  await sql`update notification_receipt r set read_at = null, archived_at = null, snoozed_until = null
    from unnest(${copies.map(({ userId }) => userId)}::uuid[], ${copies.map(({ notificationId }) => notificationId)}::uuid[]) as g (user_id, notification_id)
    where r.company_id = ${tenant.companyId} and r.user_id = g.user_id and r.notification_id = g.notification_id`.execute(tenant.tx)
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

/** A copy that there is; unsent: it stands in the inbox alone, as too many were told, and its person was sent nothing of it. */
export type KnownCopy = CopyOf & { readonly isUnsent: boolean }

/** Returns the copies of the notifications. */
export async function listCopies(tenant: Tenant, notificationIds: readonly string[]): Promise<readonly KnownCopy[]> {
  if (notificationIds.length === 0) return []
  const { rows } = await sql<KnownCopy>`select notification_id as "notificationId", user_id as "userId", coalesce(held_by = 'CAP', false)
      and not exists (select from notification_delivery d
        where d.company_id = r.company_id and d.user_id = r.user_id and d.notification_id = r.notification_id)
      and not exists (select from push_delivery d
        where d.company_id = r.company_id and d.user_id = r.user_id and d.notification_id = r.notification_id) as "isUnsent"
    from notification_receipt r
    where company_id = ${tenant.companyId} and notification_id = any(${[...notificationIds]}::uuid[])`.execute(tenant.tx)
  return rows
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
  await lockCopies(
    tenant,
    notificationIds.map((notificationId) => ({ notificationId, userId })),
  )
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
