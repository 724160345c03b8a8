import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { SubscriptionForm } from '#engine/report/subscription.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** Somebody whom a report is sent to. */
export type Recipient = {
  readonly userId: UserId
  /** Since when the person wants none; null = wants it. */
  readonly leftOn: Date | null
}

/** An address outside the company. */
export type ReportAddress = {
  readonly id: string
  readonly email: string
  /** When somebody there agreed; null = not yet, and nothing is sent. */
  readonly confirmedOn: Date | null
  readonly leftOn: Date | null
}

/** A report that comes by itself. */
export type Subscription = Omit<SubscriptionForm, 'workCenterId'> & {
  readonly id: number
  readonly workCenterId: WorkCenterId | null
  readonly ownerId: UserId | null
  /** Periods that came due up to here are planned, ms UTC. */
  readonly consideredUntil: number
  /** Raised by 1 with each change. */
  readonly version: number
  readonly recipients: readonly Recipient[]
  readonly addresses: readonly ReportAddress[]
  /** What a report of VIEW shows: of a view that was deleted since what it was last. */
  readonly view: ReportedView | null
}

/** A saved view of analytics as it is reported: its name, and the query parameters that it stands for. */
export type ReportedView = { readonly name: string; readonly search: string }

const COLUMNS = sql`s.id, s.type, s.periodicity, s.hours, s.minutes, s.language, s.format, s.work_center_id as "workCenterId", s.group_id as "groupId",
  s.waits_for_confirmation as "waitsForConfirmation", s.owner_id as "ownerId", s.considered_until as "consideredUntil", s.version, s.view_id as "viewId",
  case when s.view_search is not null then json_build_object('name', s.view_name, 'search', s.view_search) end as view,
  coalesce((select json_agg(json_build_object('userId', r.user_id, 'leftOn', r.left_on) order by r.user_id) from report_recipient r
    where r.company_id = s.company_id and r.subscription_id = s.id), '[]') as recipients,
  coalesce((select json_agg(json_build_object('id', a.id, 'email', a.email, 'confirmedOn', a.confirmed_on, 'leftOn', a.left_on) order by a.email)
    from report_address a where a.company_id = s.company_id and a.subscription_id = s.id and a.removed_on is null), '[]') as addresses`

type Row = Omit<Subscription, 'addresses' | 'recipients'> & {
  readonly recipients: readonly { readonly userId: UserId; readonly leftOn: string | null }[]
  readonly addresses: readonly {
    readonly id: string
    readonly email: string
    readonly confirmedOn: string | null
    readonly leftOn: string | null
  }[]
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const subscriptionOf = (row: Row): Subscription => ({
  ...row,
  recipients: row.recipients.map(({ userId, leftOn }) => ({ userId, leftOn: dateOf(leftOn) })),
  addresses: row.addresses.map(({ id, email, confirmedOn, leftOn }) => ({
    id,
    email,
    confirmedOn: dateOf(confirmedOn),
    leftOn: dateOf(leftOn),
  })),
})

/** Returns the subscriptions of the company: those of a work center together with those of its group and of all, of all work centers with null, and only those that the person gets where one is named. */
export async function listSubscriptions(
  { tx, companyId }: Tenant,
  { workCenterId = null, userId = null }: { readonly workCenterId?: number | null; readonly userId?: UserId | null },
): Promise<readonly Subscription[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from report_subscription s where s.company_id = ${companyId}
      and (${workCenterId}::int is null or s.work_center_id = ${workCenterId}::int or (s.work_center_id is null and (s.group_id is null
        or s.group_id = (select w.group_id from work_center w where w.company_id = s.company_id and w.id = ${workCenterId}::int))))
      and (${userId}::uuid is null or exists (select from report_recipient r
        where r.company_id = s.company_id and r.subscription_id = s.id and r.user_id = ${userId}::uuid))
    order by s.type, s.id`.execute(tx)
  return rows.map(subscriptionOf)
}

/** Returns the subscription, null when there is none; `LOCK` holds it until the transaction ends, `SKIP` returns null where somebody else holds it. */
export async function findSubscription(
  { tx, companyId }: Tenant,
  id: number,
  hold: 'LOCK' | 'READ' | 'SKIP' = 'READ',
): Promise<Subscription | null> {
  const lock = { LOCK: sql`for no key update of s`, SKIP: sql`for no key update of s skip locked`, READ: sql`` }[hold]
  const { rows } =
    await sql<Row>`select ${COLUMNS} from report_subscription s where s.company_id = ${companyId} and s.id = ${id} ${lock}`.execute(tx)
  return rows[0] === undefined ? null : subscriptionOf(rows[0])
}

/** Returns the addresses outside the company that the subscription is sent to: those where somebody agreed and did not leave. */
export function agreedAddresses({ addresses }: Pick<Subscription, 'addresses'>): readonly ReportAddress[] {
  return addresses.filter(({ confirmedOn, leftOn }) => confirmedOn !== null && leftOn === null)
}

/** Returns how many subscriptions the company has. */
export async function countSubscriptions({ tx, companyId }: Tenant): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from report_subscription where company_id = ${companyId}`.execute(tx)
  return rows[0]?.count ?? 0
}

type StoredForm = SubscriptionForm & Pick<Subscription, 'view'>

/** Returns the id of the new subscription, which sends nothing that was due before `now`. */
export async function insertSubscription(
  { tx, companyId }: Tenant,
  form: StoredForm,
  { ownerId, now }: { readonly ownerId: UserId; readonly now: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('report_subscription')
    .values({ company_id: companyId, owner_id: ownerId, considered_until: now, look_on: new Date(now), ...columnsOf(form) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores other values of the subscription, which sends nothing by them that was due before `now`. */
export async function updateSubscription({ tx, companyId }: Tenant, id: number, form: StoredForm, now: number): Promise<void> {
  await tx
    .updateTable('report_subscription')
    .set({ ...columnsOf(form), considered_until: now, look_on: new Date(now), version: sql<number>`version + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Removes the subscription; its reports stay. */
export async function removeSubscription({ tx, companyId }: Tenant, id: number): Promise<void> {
  await tx.deleteFrom('report_subscription').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Makes the people the recipients; those who stay keep what they said, and others go. */
export async function setRecipients({ tx, companyId }: Tenant, id: number, userIds: readonly UserId[]): Promise<void> {
  await sql`delete from report_recipient where company_id = ${companyId} and subscription_id = ${id}
    and user_id <> all(${userIds}::uuid[])`.execute(tx)
  await addRecipients({ tx, companyId }, id, userIds)
  await sql`update report_subscription set version = version + 1 where company_id = ${companyId} and id = ${id}`.execute(tx)
}

/** Adds the people to the recipients. */
export async function addRecipients({ tx, companyId }: Tenant, id: number, userIds: readonly UserId[]): Promise<void> {
  await sql`insert into report_recipient (company_id, subscription_id, user_id)
    select ${companyId}, ${id}, one from unnest(${userIds}::uuid[]) as one on conflict do nothing`.execute(tx)
}

/** Stores since when the recipient wants no more of it, null = wants it; returns whether there is such a recipient. */
export async function setLeft({ tx, companyId }: Tenant, id: number, userId: UserId, leftOn: Date | null): Promise<boolean> {
  const row = await tx
    .updateTable('report_recipient')
    .set({ left_on: leftOn })
    .where('company_id', '=', companyId)
    .where('subscription_id', '=', id)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores up to when due periods are planned, and when to look again. */
export async function setConsidered(
  { tx, companyId }: Tenant,
  id: number,
  { until, lookAt }: { readonly until: number; readonly lookAt: number },
): Promise<void> {
  await tx
    .updateTable('report_subscription')
    .set({ considered_until: until, look_on: new Date(lookAt) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns the subscriptions of all companies that are to be looked at by now. */
export async function listToLookAt(
  tx: Transaction<DB>,
  now: Date,
): Promise<readonly { readonly companyId: CompanyId; readonly id: number }[]> {
  return await tx
    .selectFrom('report_subscription')
    .select(['company_id as companyId', 'id'])
    .where('look_on', '<=', now)
    .orderBy('look_on')
    .execute()
}

function columnsOf({ workCenterId, groupId, waitsForConfirmation, viewId, view, ...form }: StoredForm) {
  const { type, periodicity, hours, minutes, language, format } = form
  const scope = { work_center_id: workCenterId, group_id: groupId }
  const shown = { view_id: viewId, view_name: view?.name ?? null, view_search: view?.search ?? null }
  return { type, periodicity, hours, minutes, language, format, ...scope, ...shown, waits_for_confirmation: waitsForConfirmation }
}
