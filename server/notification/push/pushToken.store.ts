import { sql } from 'kysely'
import { z } from 'zod'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { PushAct } from '#engine/notification/channel/pushActs.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a message lets its reader do. */
type NewToken = {
  readonly tokenHash: string
  readonly userId: UserId
  readonly subscriptionId: string
  readonly deliveryIds: readonly string[]
  /** null = it tells of several. */
  readonly notificationId: string | null
  readonly acts: readonly PushAct[]
  readonly actsUntil: number
  readonly expiresAt: number
}

const ACTS = z.array(
  z.discriminatedUnion('does', [
    z.strictObject({ does: z.literal('ACKNOWLEDGE') }),
    z.strictObject({ does: z.literal('SNOOZE') }),
    z.strictObject({ does: z.literal('CLASSIFY'), lossId: z.number(), version: z.number(), reasonId: z.number() }),
  ]),
)

/** Stores the token of a message; that of an earlier one, which it replaces on the device, ends. */
export async function replaceToken(tenant: Tenant, token: NewToken): Promise<void> {
  const { tokenHash, userId, subscriptionId, deliveryIds, notificationId, acts, actsUntil, expiresAt } = token
  await sql`delete from push_token where company_id = ${tenant.companyId} and subscription_id = ${subscriptionId}::uuid
    and notification_id is not distinct from ${notificationId}::uuid`.execute(tenant.tx)
  await sql`insert into push_token (company_id, token_hash, user_id, subscription_id, delivery_ids, notification_id, acts, acts_until, expires_at)
    values (${tenant.companyId}, ${tokenHash}, ${userId}, ${subscriptionId}::uuid, ${[...deliveryIds]}::uuid[], ${notificationId}::uuid,
      ${JSON.stringify(acts)}::jsonb, ${actsUntil}::int8, ${expiresAt}::int8)`.execute(tenant.tx)
}

type Holder = { readonly companyId: CompanyId; readonly userId: UserId }

/** Notes when a message was shown or opened, the first time counts; returns whether the token is known. Whoever opens it sees it. */
export async function noteShown(
  tx: Tenant['tx'],
  tokenHash: string,
  { at, isOpened }: { readonly at: number; readonly isOpened: boolean },
): Promise<boolean> {
  const { rows } = await sql<{
    deliveryIds: readonly string[]
    companyId: CompanyId
  }>`select company_id as "companyId", delivery_ids as "deliveryIds"
    from push_token where token_hash = ${tokenHash} and expires_at > ${at}::int8`.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  await sql`update push_delivery set shown_at = coalesce(shown_at, ${at}::int8),
      opened_at = case when ${isOpened}::boolean then coalesce(opened_at, ${at}::int8) else opened_at end
    where company_id = ${row.companyId} and id = any(${[...row.deliveryIds]}::uuid[])`.execute(tx)
  return true
}

/** Uses the token up for its act of the place; returns whose it is and what it allows, null where it is unknown, used, too old, or has no such act. */
export async function useToken(
  tx: Tenant['tx'],
  tokenHash: string,
  { at, place }: { readonly at: number; readonly place: number },
): Promise<(Holder & { readonly notificationId: string; readonly act: PushAct }) | null> {
  const { rows } = await sql<Holder & { notificationId: string; acts: unknown }>`update push_token set used_at = ${at}::int8
    where token_hash = ${tokenHash} and used_at is null and acts_until > ${at}::int8 and notification_id is not null
      and jsonb_array_length(acts) > ${place}::int
    returning company_id as "companyId", user_id as "userId", notification_id as "notificationId", acts`.execute(tx)
  const [row] = rows
  const act = row === undefined ? undefined : ACTS.parse(row.acts)[place]
  return row === undefined || act === undefined
    ? null
    : { companyId: row.companyId, userId: row.userId, notificationId: row.notificationId, act }
}

/** Returns the newest piece of a stop of the work center that goes on without a reason and wants one, null where there is none. */
export async function findAskedLoss(
  tenant: Tenant,
  workCenterId: number,
): Promise<{
  readonly id: number
  readonly version: number
  readonly kind: string
  readonly statusRuleId: number | null
  readonly since: number
} | null> {
  const { rows } = await sql<{ id: number; version: number; kind: string; statusRuleId: number | null; since: number }>`
    select id::int8 as id, version, kind, status_rule_id as "statusRuleId", coalesce(chain_start_at, start_at) as since from loss
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}::int and source = 'STATUS' and is_valid and not is_scheduled_loss
      and end_at is null and reason_id is null order by start_at desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Deletes tokens that are of no use any more. */
export async function deleteOldTokens(tx: Tenant['tx'], now: number): Promise<void> {
  await sql`delete from push_token where expires_at <= ${now}::int8`.execute(tx)
}
