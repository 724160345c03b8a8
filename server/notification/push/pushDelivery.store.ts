import { sql } from 'kysely'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Gathering } from '#engine/notification/gathering.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import type { Tenant } from '#server/db/database.ts'
import type { NewDelivery } from '../delivery.store.ts'
import { PARAMS } from '../episode.store.ts'
import type { NotificationParams } from '../episode.store.ts'
import type { PersonDetails } from '../toldDetails.store.ts'

/** The others are found at the next look. */
const MOST_LEFT = 1_000

/** Queues a message to each device of the people; returns those of which somebody has one. A second time for the same step changes nothing. */
export async function insertPushes(tenant: Tenant, pushes: readonly NewDelivery[], queuedAt: number): Promise<readonly NewDelivery[]> {
  if (pushes.length === 0) return []
  const { rows } = await sql<{ place: number }>`
    with given as (select * from unnest(${pushes.map(({ notificationId }) => notificationId)}::uuid[], ${pushes.map(({ userId }) => userId)}::uuid[],
        ${pushes.map(({ step }) => step)}::int2[], ${pushes.map(({ at }) => at)}::int8[]) with ordinality as g (notification_id, user_id, step, at, place)),
      added as (insert into push_delivery (company_id, notification_id, user_id, subscription_id, step, state, queued_at, due_on)
        select s.company_id, g.notification_id, s.user_id, s.id, g.step, 'QUEUED', ${queuedAt}::int8, to_timestamp(g.at / 1000.0)
        from given g join push_subscription s on s.company_id = ${tenant.companyId} and s.user_id = g.user_id order by g.place, s.id
        on conflict (company_id, notification_id, subscription_id, step) do nothing returning notification_id, user_id, step)
    select distinct g.place::int4 as place from given g join added a using (notification_id, user_id, step) order by 1`.execute(tenant.tx)
  return rows.flatMap(({ place }) => pushes[place - 1] ?? [])
}

/** The step of a message that replaces the one that was shown: what it told did not happen. */
export const WITHDRAWN_STEP = -1

/** Queues what replaces the notifications, to the devices on which they stand under their tags; returns of whom they are. */
export async function insertWithdrawals(
  tenant: Tenant,
  shown: readonly { readonly notificationId: string; readonly tag: string }[],
  now: number,
): Promise<readonly UserId[]> {
  if (shown.length === 0) return []
  const { rows } = await sql<{ userId: UserId }>`
    insert into push_delivery (company_id, notification_id, user_id, subscription_id, step, state, queued_at, due_on)
    select distinct d.company_id, d.notification_id, d.user_id, d.subscription_id, ${WITHDRAWN_STEP}::int, 'QUEUED', ${now}::int8, ${new Date(now)}::timestamptz
    from unnest(${shown.map(({ notificationId }) => notificationId)}::uuid[], ${shown.map(({ tag }) => tag)}::text[]) as g (notification_id, tag)
    join push_delivery d on d.company_id = ${tenant.companyId} and d.notification_id = g.notification_id and d.state = 'SENT' and d.tag = g.tag
    on conflict (company_id, notification_id, subscription_id, step) do nothing returning user_id as "userId"`.execute(tenant.tx)
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** A message to one device that waits to be sent, and what became of its notification meanwhile. */
export type QueuedPush = {
  readonly id: string
  readonly notificationId: string
  readonly subscriptionId: string
  readonly endpointHash: string
  readonly sealed: string
  readonly queuedAt: number
  readonly dueAt: number
  readonly tries: number
  readonly step: number
  readonly workCenterId: WorkCenterId
  readonly workCenter: string
  readonly zone: string
  readonly type: NotificationType
  readonly severity: Severity
  readonly since: number
  readonly params: NotificationParams
  /** Read when it is sent. */
  readonly details?: PersonDetails
  readonly language: string
  /** Whether the person has not seen it, nobody has taken it since it was queued, and it goes on. */
  readonly isNews: boolean
}

/** Returns the messages of the person whose time has come, held until the transaction ends. */
export async function takeQueuedPushes(tenant: Tenant, userId: UserId, now: number): Promise<readonly QueuedPush[]> {
  const { rows } = await sql<Omit<QueuedPush, 'params'> & { params: unknown }>`
    select d.id, d.notification_id as "notificationId", d.subscription_id as "subscriptionId", s.endpoint_hash as "endpointHash", s.sealed,
      d.queued_at as "queuedAt", (extract(epoch from d.due_on) * 1000)::int8 as "dueAt", d.tries, d.step, n.work_center_id as "workCenterId", w.name as "workCenter", coalesce(w.time_zone, c.time_zone) as zone, n.type, n.severity, n.since,
      n.params, u.language,
      case when d.step = ${WITHDRAWN_STEP}::int then n.state = 'RETRACTED'
          else n.state = 'OPEN' and (n.acknowledged_at is null or n.acknowledged_at < d.queued_at) and r.read_at is null
            and r.archived_at is null and coalesce(r.snoozed_until, 0) <= ${now}::int8 end
        and (m.expires_on is null or m.expires_on > now())
        and (m.role <> 'OPERATOR' or exists (select from operator_work_center o
          where o.company_id = m.company_id and o.user_id = m.user_id and o.work_center_id = n.work_center_id)) as "isNews"
    from push_delivery d
    join push_subscription s on s.company_id = d.company_id and s.id = d.subscription_id
    join notification n on n.company_id = d.company_id and n.id = d.notification_id
    join notification_receipt r on r.company_id = d.company_id and r.user_id = d.user_id and r.notification_id = d.notification_id
    join membership m on m.company_id = d.company_id and m.user_id = d.user_id
    join work_center w on w.company_id = n.company_id and w.id = n.work_center_id
    join company c on c.id = d.company_id
    join app_user u on u.id = d.user_id
    where d.company_id = ${tenant.companyId} and d.user_id = ${userId} and d.state = 'QUEUED' and d.due_on <= ${new Date(now)}::timestamptz
    order by n.fired_at, n.id, d.id for update of d`.execute(tenant.tx)
  return rows.map(({ params, ...row }) => ({ ...row, params: PARAMS.parse(params) }))
}

/** When somebody was sent messages, and how many were held back since. */
export type Pace = Gathering & { readonly sounds: readonly number[]; readonly withheld: number }

/** Returns the pace of the person, held until the transaction ends. */
export async function lockPace(tenant: Tenant, userId: UserId): Promise<Pace> {
  const { rows } = await sql<{ sentAt: number | null; windowMs: number; sounds: readonly (number | string)[]; withheld: number }>`
    insert into push_pace (company_id, user_id) values (${tenant.companyId}, ${userId})
    on conflict (company_id, user_id) do update set withheld = push_pace.withheld
    returning sent_at as "sentAt", window_ms as "windowMs", sounds, withheld`.execute(tenant.tx)
  const [row] = rows
  if (row === undefined) throw new Error('what was just stored is gone')
  return { ...row, sounds: row.sounds.map(Number) }
}

/** Stores the pace of the person. */
export async function storePace(tenant: Tenant, userId: UserId, { sentAt, windowMs, sounds, withheld }: Pace): Promise<void> {
  await sql`update push_pace set sent_at = ${sentAt}::int8, window_ms = ${windowMs}, sounds = ${[...sounds]}::int8[], withheld = ${withheld}
    where company_id = ${tenant.companyId} and user_id = ${userId}`.execute(tenant.tx)
}

/** Puts off messages that a push service did not take. */
export async function retryPushes(tenant: Tenant, ids: readonly string[], at: number): Promise<void> {
  await sql`update push_delivery set due_on = ${new Date(at)}::timestamptz, failed_tries = failed_tries + 1
    where company_id = ${tenant.companyId} and id = any(${[...ids]}::uuid[])`.execute(tenant.tx)
}

/** Puts messages off; `isTry` counts that they are being sent. */
export async function postponePushes(tenant: Tenant, ids: readonly string[], until: number, isTry = false): Promise<void> {
  if (ids.length === 0) return
  await sql`update push_delivery set due_on = ${new Date(until)}::timestamptz, tries = tries + ${isTry ? 1 : 0}
    where company_id = ${tenant.companyId} and id = any(${[...ids]}::uuid[])`.execute(tenant.tx)
}

export type SettledState = 'CANCELLED' | 'EXPIRED' | 'FAILED' | 'SENT' | 'WITHHELD'

type Settled = { readonly state: SettledState; readonly at: number; readonly status?: number | null; readonly tag?: string | null }

/** Notes what became of messages, and under which tag they stand on the device; `status` is what the push service answered. */
export async function settlePushes(
  tenant: Tenant,
  ids: readonly string[],
  { state, at, status = null, tag = null }: Settled,
): Promise<void> {
  if (ids.length === 0) return
  await sql`update push_delivery set state = ${state}, settled_on = ${new Date(at)}::timestamptz, last_status = ${status}, tag = ${tag}
    where company_id = ${tenant.companyId} and id = any(${[...ids]}::uuid[]) and state = 'QUEUED'`.execute(tenant.tx)
}

/**
 * Makes the messages due that wait, as for the end of quiet hours or a pause; returns whether there are any. What is still held, or gathered, is put off again
 * when it is sent.
 */
export async function releasePushes(tenant: Tenant, userId: UserId, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update push_delivery d set due_on = ${new Date(now)}::timestamptz
    where d.company_id = ${tenant.companyId} and d.user_id = ${userId} and d.state = 'QUEUED' and d.tries = 0
      and d.due_on > ${new Date(now)}::timestamptz`.execute(tenant.tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Returns whose messages have waited in vain since the instant. */
export async function listLeftPushes(
  tx: Tenant['tx'],
  since: number,
): Promise<readonly { readonly companyId: CompanyId; readonly userId: UserId }[]> {
  const { rows } = await sql<{ companyId: CompanyId; userId: UserId }>`select distinct company_id as "companyId", user_id as "userId"
    from push_delivery where state = 'QUEUED' and due_on <= ${new Date(since)}::timestamptz order by 1, 2 limit ${MOST_LEFT}`.execute(tx)
  return rows
}

/** Returns when the next message of the person waits to be sent; null = none does. */
export async function nextPushAt(tenant: Tenant, userId: UserId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(due_on) as at from push_delivery
    where company_id = ${tenant.companyId} and user_id = ${userId} and state = 'QUEUED'`.execute(tenant.tx)
  return rows[0]?.at ?? null
}
