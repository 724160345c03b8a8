import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { PARAMS } from './episode.store.ts'
import type { NotificationParams } from './episode.store.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import type { Tenant } from '#server/db/database.ts'

/** A message to a person that is queued; `step` is the step of the notification that it tells. */
export type NewDelivery = {
  readonly notificationId: string
  readonly step: number
  readonly userId: UserId
  /** When it is due; ms UTC. */
  readonly at: number
}

/** Somebody has a message or an e-mail that is due then; ms UTC. */
export type Wake = { readonly userId: UserId; readonly at: number }

/** Stores who is to be told by e-mail when; a second time for the same step changes nothing. */
export async function insertDeliveries(tenant: Tenant, deliveries: readonly NewDelivery[], queuedAt: number): Promise<void> {
  if (deliveries.length === 0) return
  await sql`insert into notification_delivery (company_id, notification_id, user_id, channel, step, state, queued_at, due_on)
    select ${tenant.companyId}, g.notification_id, g.user_id, 'EMAIL', g.step, 'QUEUED', ${queuedAt}::int8, to_timestamp(g.at / 1000.0)
    from unnest(${deliveries.map(({ notificationId }) => notificationId)}::uuid[], ${deliveries.map(({ userId }) => userId)}::uuid[],
      ${deliveries.map(({ step }) => step)}::int2[], ${deliveries.map(({ at }) => at)}::int8[]) as g (notification_id, user_id, step, at)
    on conflict (company_id, notification_id, user_id, channel, step) do nothing`.execute(tenant.tx)
}

/** A queued e-mail, and what became of its notification meanwhile. */
export type QueuedEmail = {
  readonly id: string
  readonly notificationId: string
  readonly workCenterId: WorkCenterId
  readonly workCenter: string
  readonly zone: string
  readonly type: NotificationType
  readonly severity: Severity
  readonly since: number
  readonly params: NotificationParams
  /** Whether the person has not seen it, nobody has taken it since it was queued, and it goes on. */
  readonly isNews: boolean
  readonly to: string
  readonly language: string
}

/** Returns the e-mails of the person whose time has come, held until the transaction ends. */
export async function takeQueuedEmails(tenant: Tenant, userId: UserId, now: number): Promise<readonly QueuedEmail[]> {
  const { rows } = await sql<Omit<QueuedEmail, 'params'> & { params: unknown }>`
    select d.id, d.notification_id as "notificationId", n.work_center_id as "workCenterId", w.name as "workCenter",
      coalesce(w.time_zone, c.time_zone) as zone, n.type, n.severity, n.since, n.params, u.email as "to", u.language,
      n.state = 'OPEN' and (n.acknowledged_at is null or coalesce(n.acknowledged_at < d.queued_at, false)) and r.read_at is null and r.archived_at is null
        and coalesce(r.snoozed_until, 0) <= ${now}::int8
        and (m.expires_on is null or m.expires_on > now())
        and (m.role <> 'OPERATOR' or exists (select from operator_work_center o
          where o.company_id = m.company_id and o.user_id = m.user_id and o.work_center_id = n.work_center_id)) as "isNews"
    from notification_delivery d
    join notification n on n.company_id = d.company_id and n.id = d.notification_id
    join notification_receipt r on r.company_id = d.company_id and r.user_id = d.user_id and r.notification_id = d.notification_id
    join membership m on m.company_id = d.company_id and m.user_id = d.user_id
    join work_center w on w.company_id = n.company_id and w.id = n.work_center_id
    join company c on c.id = d.company_id
    join app_user u on u.id = d.user_id
    where d.company_id = ${tenant.companyId} and d.user_id = ${userId} and d.state = 'QUEUED' and d.due_on <= ${new Date(now)}::timestamptz
    order by n.fired_at, n.id for update of d`.execute(tenant.tx)
  return rows.map(({ params, ...row }) => ({ ...row, params: PARAMS.parse(params) }))
}

/** Returns the work centers of low batteries of which the person is to be told by e-mail by now. */
export async function listLowBatteries(tenant: Tenant, userId: UserId, now: number): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{ id: WorkCenterId }>`select distinct n.work_center_id as id from notification_delivery d
    join notification n on n.company_id = d.company_id and n.id = d.notification_id and n.type = 'BATTERY_LOW' and n.state = 'OPEN'
    where d.company_id = ${tenant.companyId} and d.user_id = ${userId} and d.state = 'QUEUED' and d.due_on <= ${new Date(now)}::timestamptz`.execute(
    tenant.tx,
  )
  return rows.map(({ id }) => id)
}

/** Notes what became of the deliveries. */
export async function settleDeliveries(tenant: Tenant, ids: readonly string[], state: 'CANCELLED' | 'SENT', at: Date): Promise<void> {
  if (ids.length === 0) return
  await tenant.tx
    .updateTable('notification_delivery')
    .set({ state, settled_on: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Puts e-mails off, or has them sent earlier. */
export async function postponeDeliveries(tenant: Tenant, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update notification_delivery set due_on = ${until}::timestamptz
    where company_id = ${tenant.companyId} and id = any(${[...ids]}::uuid[])`.execute(tenant.tx)
}

/** An e-mail that waits, and when it was queued; ms UTC. */
type WaitingEmail = { readonly id: string; readonly queuedAt: number; readonly dueAt: number }

/** Returns the e-mails of the person that wait for a later instant, as for the end of quiet hours or a pause, held until the transaction ends. */
export async function listWaitingEmails(tenant: Tenant, userId: UserId, now: number): Promise<readonly WaitingEmail[]> {
  const { rows } =
    await sql<WaitingEmail>`select id, coalesce(queued_at, 0) as "queuedAt", (extract(epoch from due_on) * 1000)::int8 as "dueAt"
    from notification_delivery where company_id = ${tenant.companyId} and user_id = ${userId} and channel = 'EMAIL' and state = 'QUEUED'
      and due_on > ${new Date(now)}::timestamptz order by queued_at, id for update`.execute(tenant.tx)
  return rows
}

/** Makes the e-mails that the person waits for due; returns whether there are any. */
export async function hastenEmails(tenant: Tenant, userId: UserId, notificationIds: readonly string[], at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update notification_delivery set due_on = ${at}::timestamptz where company_id = ${tenant.companyId}
    and user_id = ${userId} and channel = 'EMAIL' and state = 'QUEUED' and notification_id = any(${[...notificationIds]}::uuid[])
    and due_on > ${at}::timestamptz`.execute(tenant.tx)
  return Number(numAffectedRows ?? 0) > 0
}
