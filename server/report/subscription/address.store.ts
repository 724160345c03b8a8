import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { DeliveryState } from '../delivery.store.ts'

/** What became of a run for an address; TOO_LARGE for an e-mail, and nobody there can sign in. */
export type AddressState = DeliveryState | 'TOO_LARGE'

/** Makes the e-mail addresses those of the subscription besides its members. Returns those who are to be asked now: who is new, or was added again without an answer, and nobody twice within the time or who left. */
export async function setAddresses(
  { tx, companyId }: Tenant,
  subscriptionId: number,
  { emails, now, askAgainMs }: { readonly emails: readonly string[]; readonly now: number; readonly askAgainMs: number },
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const at = new Date(now)
  await sql`update report_address set removed_on = ${at} where company_id = ${companyId} and subscription_id = ${subscriptionId}
      and removed_on is null and email <> all(${emails}::text[])`.execute(tx)
  const { rows } = await sql<{ id: string; email: string }>`
    with kept as (
      insert into report_address as a (company_id, subscription_id, email, asked_on)
        select ${companyId}, ${subscriptionId}, one, ${at} from unnest(${emails}::text[]) as one
      on conflict (company_id, subscription_id, email) do update set removed_on = null,
        asked_on = case when a.removed_on is not null and a.confirmed_on is null and a.left_on is null and a.asked_on <= ${new Date(now - askAgainMs)} then excluded.asked_on else a.asked_on end
      returning id, email, asked_on, confirmed_on)
    select id, email from kept where asked_on = ${at} and confirmed_on is null order by email`.execute(tx)
  return rows
}

/** Returns how many addresses the company asked after `since`, with the `addresses` asked at `now`, which it notes; older ones are forgotten. Hold the company before. */
export async function countAsked(
  { tx, companyId }: Tenant,
  { since, now, addresses }: { readonly since: number; readonly now: number; readonly addresses: number },
): Promise<number> {
  await sql`delete from report_address_ask where company_id = ${companyId} and asked_on <= ${new Date(since)}`.execute(tx)
  await tx
    .insertInto('report_address_ask')
    .values({ company_id: companyId, asked_on: new Date(now), addresses })
    .execute()
  const { rows } = await sql<{ count: number }>`select sum(addresses)::int as count from report_address_ask
    where company_id = ${companyId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What somebody at an address outside the company said to the question whether it wants the report. */
export type AddressAnswer = 'AGREED' | 'ASKED' | 'LEFT'

/** Stores that somebody at the address agreed, or wants no more; returns its subscription, and what was said before and is now: null where the address is no recipient. No more can be wanted also where it was removed: it may be added again. */
export async function setAgreed(
  { tx, companyId }: Tenant,
  id: string,
  said: { readonly isAgreed: boolean; readonly at: Date },
): Promise<{
  readonly subscriptionId: number
  readonly email: string
  readonly before: AddressAnswer
  readonly after: AddressAnswer
} | null> {
  const { rows } = await sql<{ subscriptionId: number; email: string; before: AddressAnswer }>`
    with known as (select id, case when left_on is not null then 'LEFT' when confirmed_on is not null then 'AGREED' else 'ASKED' end as before
      from report_address where company_id = ${companyId} and id = ${id}::uuid for update)
    update report_address a set confirmed_on = case when ${said.isAgreed} then coalesce(a.confirmed_on, ${said.at}) else a.confirmed_on end,
      left_on = case when ${said.isAgreed} then null else ${said.at}::timestamptz end
    from known where a.company_id = ${companyId} and a.id = known.id and (a.removed_on is null or not ${said.isAgreed}::bool)
    returning a.subscription_id as "subscriptionId", a.email, known.before`.execute(tx)
  return rows[0] === undefined ? null : { ...rows[0], after: said.isAgreed ? 'AGREED' : 'LEFT' }
}

/** Returns the subscription of the address, and whether it is no recipient any more; null where there is none. */
export async function findAddressed(
  { tx, companyId }: Tenant,
  id: string,
): Promise<{ readonly id: number; readonly isRemoved: boolean } | null> {
  const row = await tx
    .selectFrom('report_address')
    .select(['subscription_id', 'removed_on'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.subscription_id, isRemoved: row.removed_on !== null }
}

/** Stores what becomes of the run for the addresses; what is known of one already stays. */
export async function insertAddressDeliveries(
  { tx, companyId }: Tenant,
  runId: string,
  addressIds: readonly string[],
  { state, renderingId = null }: { readonly state: AddressState; readonly renderingId?: string | null },
): Promise<void> {
  await sql`insert into report_address_delivery (company_id, run_id, address_id, rendering_id, state)
    select ${companyId}, ${runId}::uuid, one, ${renderingId}::uuid, ${state} from unnest(${addressIds}::uuid[]) as one
    on conflict do nothing`.execute(tx)
}

/** Returns the addresses that wait for the file, held until the transaction ends, each with whether it still agrees. */
export async function holdWaitingAddresses(
  { tx, companyId }: Tenant,
  renderingId: string,
): Promise<readonly { readonly id: string; readonly email: string; readonly isAgreed: boolean }[]> {
  const { rows } = await sql<{ id: string; email: string; isAgreed: boolean }>`
    select a.id, a.email, a.confirmed_on is not null and a.left_on is null and a.removed_on is null as "isAgreed"
    from report_address_delivery v join report_address a on a.company_id = v.company_id and a.id = v.address_id
    where v.company_id = ${companyId} and v.rendering_id = ${renderingId}::uuid and v.state = 'WAITING'
    order by a.email for update of v`.execute(tx)
  return rows
}

/** Stores what became of the file for the address, and by which e-mail it got it. */
export async function endAddressWaiting(
  { tx, companyId }: Tenant,
  asked: { readonly renderingId: string; readonly addressId: string; readonly state: AddressState; readonly emailId: string | null },
): Promise<void> {
  await tx
    .updateTable('report_address_delivery')
    .set({ state: asked.state, email_id: asked.emailId })
    .where('company_id', '=', companyId)
    .where('rendering_id', '=', asked.renderingId)
    .where('address_id', '=', asked.addressId)
    .execute()
}

/** Returns which report the e-mail brings to an address, and whether that still agrees; null = none that is known. Needs a transaction of the system. */
export async function findMailedAddress(
  tx: Transaction<DB>,
  emailId: string,
): Promise<{ readonly companyId: string; readonly subscriptionId: number; readonly request: unknown; readonly isAgreed: boolean } | null> {
  const { rows } = await sql<{ companyId: string; subscriptionId: number; request: unknown; isAgreed: boolean }>`
    select v.company_id as "companyId", a.subscription_id as "subscriptionId", d.request,
      a.confirmed_on is not null and a.left_on is null and a.removed_on is null as "isAgreed"
    from report_address_delivery v
    join report_address a on a.company_id = v.company_id and a.id = v.address_id
    join report_rendering d on d.company_id = v.company_id and d.id = v.rendering_id
    where v.email_id = ${emailId}::uuid`.execute(tx)
  return rows[0] ?? null
}

/** Returns whether the e-mail brings a report to an address outside the company. Needs a transaction of the system. */
export async function isForOutside(tx: Transaction<DB>, emailId: string): Promise<boolean> {
  const row = await tx.selectFrom('email').select('id').where('id', '=', emailId).where('kind', '=', 'REPORT_EXTERNAL').executeTakeFirst()
  return row !== undefined
}
