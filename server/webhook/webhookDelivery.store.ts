import { sql } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { OutboundProblem } from '#server/outbound/guardedFetch.ts'

export const WEBHOOK_STATES = ['QUEUED', 'SENT', 'FAILED', 'CANCELLED'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Something that a webhook is to tell. */
export type NewMessage = {
  readonly type: string
  readonly occurredAt: number
  readonly data: unknown
  /** The path of the page that shows it. */
  readonly link: string
  /** Messages of one subject are sent in their order. */
  readonly subject: string
  readonly notificationId: string | null
}

/** A message, and which webhooks are sent it. */
export type MessageTo = { readonly webhookIds: readonly string[]; readonly message: NewMessage }

/** Queues the messages, in their order, for those of their webhooks that are switched on; returns the ids of these webhooks, each once. */
export async function insertMessages(tenant: Tenant, messages: readonly MessageTo[], dueOn: Date): Promise<readonly string[]> {
  const given = messages.flatMap(({ webhookIds, message }) =>
    webhookIds.map((webhookId) => ({
      webhook_id: webhookId,
      subject: message.subject,
      type: message.type,
      occurred_at: message.occurredAt,
      data: message.data,
      link: message.link,
      notification_id: message.notificationId,
    })),
  )
  if (given.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with given as (select * from rows from (json_to_recordset(${JSON.stringify(given)}::json) as (webhook_id uuid, subject text, type text, occurred_at int8,
        data jsonb, link text, notification_id uuid)) with ordinality as g (webhook_id, subject, type, occurred_at, data, link, notification_id, place)),
      held as (select w.id from webhook w where w.company_id = ${tenant.companyId} and w.id in (select webhook_id from given) and w.is_active
        order by w.id for key share of w)
    insert into webhook_delivery (company_id, webhook_id, subject, type, occurred_at, data, link, notification_id, due_on)
    select ${tenant.companyId}, g.webhook_id, g.subject, g.type, g.occurred_at, g.data, g.link, g.notification_id, ${dueOn}::timestamptz
    from given g join held on held.id = g.webhook_id order by g.place
    returning webhook_id as id`.execute(tenant.tx)
  return [...new Set(rows.map(({ id }) => id))]
}

/** A message that is sent now. */
export type LeasedMessage = {
  readonly id: string
  readonly type: string
  readonly occurredAt: number
  readonly data: unknown
  readonly link: string
  /** This one included. */
  readonly tries: number
}

/** Of those of a subject that wait, the first: the others wait for it. */
const IS_NEXT = sql`not exists (select from webhook_delivery e where e.company_id = d.company_id and e.webhook_id = d.webhook_id and e.subject = d.subject
  and e.state = 'QUEUED' and e.id < d.id)`

/** Returns messages of the webhook whose time has come, one of a subject: nobody else sends them before the lease ends. */
export async function leaseMessages(
  tenant: Tenant,
  webhookId: string,
  { now, leasedUntil, max }: { readonly now: number; readonly leasedUntil: number; readonly max: number },
): Promise<readonly LeasedMessage[]> {
  const { rows } = await sql<LeasedMessage>`update webhook_delivery set due_on = ${new Date(leasedUntil)}::timestamptz, tries = tries + 1
    where company_id = ${tenant.companyId} and id = any(array(
      select d.id from webhook_delivery d
      where d.company_id = ${tenant.companyId} and d.webhook_id = ${webhookId}::uuid and d.state = 'QUEUED' and d.due_on <= ${new Date(now)}::timestamptz
        and ${IS_NEXT}
      order by d.id limit ${max} for update skip locked))
    returning id, type, occurred_at as "occurredAt", data, link, tries`.execute(tenant.tx)
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What an endpoint answered, or why it did not. */
export type Answered = { readonly status: number | null; readonly problem: OutboundProblem | null }

/** Notes what became of the message: over, or to be tried again then. */
export async function settleMessage(
  tenant: Tenant,
  id: string,
  { status, problem }: Answered,
  then: { readonly state: 'FAILED' | 'SENT'; readonly at: number } | { readonly state: 'QUEUED'; readonly dueAt: number },
): Promise<void> {
  await tenant.tx
    .updateTable('webhook_delivery')
    .set({
      state: then.state,
      last_status: status,
      last_problem: problem,
      ...(then.state === 'QUEUED' ? { due_on: new Date(then.dueAt) } : { settled_on: new Date(then.at) }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .execute()
}

/** Cancels all that waits for the webhook. */
export async function cancelMessages(tenant: Tenant, webhookId: string, at: Date): Promise<void> {
  await tenant.tx
    .updateTable('webhook_delivery')
    .set({ state: 'CANCELLED', settled_on: at })
    .where('company_id', '=', tenant.companyId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'QUEUED')
    .execute()
}

/** Cancels messages that waited since before the instant because their company has webhooks off: nobody wants those of months once they are on again. */
export async function cancelWhileOff(
  tx: Tenant['tx'],
  before: number,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<void> {
  await sql`update webhook_delivery d set state = 'CANCELLED', settled_on = ${new Date(now)}::timestamptz
    from (select d.company_id, d.id from company_extension e
      join webhook_delivery d on d.company_id = e.company_id and d.state = 'QUEUED' and d.due_on < ${new Date(before)}::timestamptz
      where e.extension = 'WEBHOOKS' and not e.is_active order by d.due_on limit ${max}) old
    where d.company_id = old.company_id and d.id = old.id`.execute(tx)
}

/** Returns when the next message of the webhook is due; null = none waits. */
export async function nextMessageAt(tenant: Tenant, webhookId: string): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(d.due_on) as at from webhook_delivery d
    where d.company_id = ${tenant.companyId} and d.webhook_id = ${webhookId}::uuid and d.state = 'QUEUED' and ${IS_NEXT}`.execute(tenant.tx)
  return rows[0]?.at?.getTime() ?? null
}

/** Returns the webhooks of all companies with a message that should have been sent by the instant. */
export async function listLeft(
  tx: Tenant['tx'],
  before: number,
): Promise<readonly { readonly companyId: CompanyId; readonly webhookId: string }[]> {
  const { rows } = await sql<{
    companyId: CompanyId
    webhookId: string
  }>`select distinct d.company_id as "companyId", d.webhook_id as "webhookId"
    from webhook_delivery d where d.state = 'QUEUED' and d.due_on <= ${new Date(before)}::timestamptz and ${IS_NEXT}
      and d.company_id <> all(array(select e.company_id from company_extension e where e.extension = 'WEBHOOKS' and not e.is_active)) limit 1000`.execute(
    tx,
  )
  return rows
}

/** A message as the screen shows it. */
export type ShownMessage = Answered & {
  readonly id: string
  readonly type: string
  readonly occurredAt: number
  readonly state: WebhookState
  readonly tries: number
  readonly dueAt: number
  readonly settledAt: number | null
}

/** Returns the newest messages of each of the webhooks, so many of each at most. */
export async function listMessages(
  tenant: Tenant,
  webhookIds: readonly string[],
  max: number,
): Promise<readonly (readonly ShownMessage[])[]> {
  const { rows } = await sql<
    ShownMessage & { webhookId: string }
  >`select d.webhook_id as "webhookId", d.id, d.type, d.occurred_at as "occurredAt", d.state, d.tries,
      d.last_status as status, d.last_problem as problem, (extract(epoch from d.due_on) * 1000)::int8 as "dueAt",
      (extract(epoch from d.settled_on) * 1000)::int8 as "settledAt"
    from unnest(${[...webhookIds]}::uuid[]) as asked (id) cross join lateral (
      select * from webhook_delivery d where d.company_id = ${tenant.companyId} and d.webhook_id = asked.id order by d.id desc limit ${max}
    ) as d`.execute(tenant.tx)
  const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId)
  return webhookIds.map((id) => byWebhook.get(id) ?? [])
}

const KEPT_DAYS = 30

/** Returns how many messages it deleted that were over for 30 days: at most so many. */
export async function deleteOldMessages(tx: Tenant['tx'], now: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_delivery d using (select company_id, id from webhook_delivery
      where settled_on < ${new Date(now - KEPT_DAYS * DAY_MS)}::timestamptz limit ${max}) old
    where d.company_id = old.company_id and d.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
