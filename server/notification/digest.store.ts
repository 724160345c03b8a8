import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DIGEST_EVERY } from '#engine/notification/digest.ts'
import type { DigestCopy, DigestPlan } from '#engine/notification/digest.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { DB } from '#server/db/schema.ts'

/** Returns when the person wants a summary; null = never. */
export async function findDigestPlan(tenant: Tenant, userId: UserId): Promise<DigestPlan | null> {
  const { rows } = await sql<{ every: string; at: string }>`select every, at from notification_digest
    where company_id = ${tenant.companyId} and user_id = ${userId} and ended_on is null`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { every: oneOf(DIGEST_EVERY, row.every), at: row.at }
}

/** Returns the zone of the person's clock: their own, else that of the company; in a transaction of the system. */
export async function findZoneOf(tenant: Tenant, userId: UserId): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select coalesce(u.time_zone, c.time_zone) as zone from app_user u, company c
    where u.id = ${userId} and c.id = ${tenant.companyId}`.execute(tenant.tx)
  return rows[0]?.zone ?? 'UTC'
}

/** Stores when the person wants a summary and when the next one is due; one that is new tells what comes from now on. */
export async function storeDigestPlan(
  tenant: Tenant,
  userId: UserId,
  { every, at, next, now }: DigestPlan & { readonly next: number; readonly now: number },
): Promise<void> {
  await sql`insert into notification_digest as d (company_id, user_id, every, at, next_on, told_until)
    values (${tenant.companyId}, ${userId}, ${every}, ${at}, ${new Date(next)}, ${now})
    on conflict (company_id, user_id) do update set every = excluded.every, at = excluded.at, next_on = excluded.next_on, ended_on = null,
      told_until = case when d.ended_on is null then d.told_until else excluded.told_until end`.execute(tenant.tx)
}

/** Ends the person's summaries from then on, null = they go on as they were; returns whether they have any. */
export async function endDigest(tenant: Tenant, userId: UserId, endedOn: Date | null): Promise<boolean> {
  const { rows } = await sql`update notification_digest set ended_on = ${endedOn}
    where company_id = ${tenant.companyId} and user_id = ${userId} returning 1`.execute(tenant.tx)
  return rows.length > 0
}

/** Returns the plan of summaries that the person ended, and when (ms UTC); null = there is none, or it has not ended. */
export async function findEndedDigest(tenant: Tenant, userId: UserId): Promise<(DigestPlan & { readonly endedAt: number }) | null> {
  const { rows } = await sql<{ every: string; at: string; endedOn: Date }>`select every, at, ended_on as "endedOn" from notification_digest
    where company_id = ${tenant.companyId} and user_id = ${userId} and ended_on is not null`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { every: oneOf(DIGEST_EVERY, row.every), at: row.at, endedAt: row.endedOn.getTime() }
}

/** Returns whether the person has a summary, also one that they ended. */
export async function hasDigest(tenant: Tenant, userId: UserId): Promise<boolean> {
  const { rows } = await sql`select from notification_digest where company_id = ${tenant.companyId} and user_id = ${userId}`.execute(
    tenant.tx,
  )
  return rows.length > 0
}

/** A summary that is due. */
export type DueDigest = { readonly companyId: CompanyId; readonly userId: UserId }

/** Returns whose summaries are due, the one that waits longest first; at most so many. */
export async function listDueDigests(tx: Transaction<DB>, now: Date, most: number): Promise<readonly DueDigest[]> {
  const { rows } = await sql<DueDigest>`select company_id as "companyId", user_id as "userId" from notification_digest
    where ended_on is null and next_on <= ${now} order by next_on limit ${most}`.execute(tx)
  return rows
}

export type LockedDigest = DigestPlan & {
  readonly since: number
  readonly zone: string
  readonly to: string
  readonly language: string
  readonly company: string
}

/** Returns the person's summary that is due, locked; null = another process has it, it is not due any more, or they left the company. */
export async function lockDueDigest(tenant: Tenant, userId: UserId, now: Date): Promise<LockedDigest | null> {
  const { rows } = await sql<Omit<LockedDigest, 'every'> & { readonly every: string }>`select d.every, d.at, d.told_until as since,
      coalesce(u.time_zone, c.time_zone) as zone, u.email as "to", u.language, c.name as company
    from notification_digest d join app_user u on u.id = d.user_id join company c on c.id = d.company_id
    join membership m on m.company_id = d.company_id and m.user_id = d.user_id and (m.expires_on is null or m.expires_on > now())
    where d.company_id = ${tenant.companyId} and d.user_id = ${userId} and d.ended_on is null and d.next_on <= ${now}
    for update of d skip locked`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { ...row, every: oneOf(DIGEST_EVERY, row.every) }
}

/** Notes when the next summary is due, and since when it tells. */
export async function noteDigest(
  tenant: Tenant,
  userId: UserId,
  { next, toldUntil }: { readonly next: number; readonly toldUntil: number },
): Promise<void> {
  await sql`update notification_digest set next_on = ${new Date(next)}, told_until = ${toldUntil}
    where company_id = ${tenant.companyId} and user_id = ${userId}`.execute(tenant.tx)
}

/** Has the person's summary looked at again then, as it is. */
export async function postponeDigest(tenant: Tenant, userId: UserId, until: Date): Promise<void> {
  await sql`update notification_digest set next_on = ${until} where company_id = ${tenant.companyId} and user_id = ${userId}`.execute(
    tenant.tx,
  )
}

/** Has the summary of somebody who left the company come no more. */
export async function deleteLeftDigest(tenant: Tenant, userId: UserId): Promise<void> {
  await sql`delete from notification_digest d where d.company_id = ${tenant.companyId} and d.user_id = ${userId}
    and not exists (select from membership m where m.company_id = d.company_id and m.user_id = d.user_id and (m.expires_on is null or m.expires_on > now()))`.execute(
    tenant.tx,
  )
}

/** Returns what the person was told in `[since, until)`, and what of it goes on whenever they were told, of work centers that they see; neither what did not happen nor what they put away. */
export async function listDigestCopies(
  tenant: Tenant,
  userId: UserId,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<readonly DigestCopy[]> {
  // What goes on is found by that, and not among all that they were ever told.
  const { rows } = await sql<DigestCopy>`with copy as (
      select r.notification_id, r.fired_at from notification_receipt r
      where r.company_id = ${tenant.companyId} and r.user_id = ${userId} and r.fired_at >= ${since}::int8 and r.fired_at < ${until}::int8
        and r.archived_at is null
      union all
      select r.notification_id, r.fired_at from notification n
      join notification_receipt r on r.company_id = n.company_id and r.notification_id = n.id and r.user_id = ${userId}
      where n.company_id = ${tenant.companyId} and n.state = 'OPEN' and r.fired_at < least(${since}::int8, ${until}::int8) and r.archived_at is null)
    select n.type, w.name as "workCenter", copy.fired_at as "toldAt", n.state = 'OPEN' as "isOpen", n.acknowledged_at is not null as "isTaken"
    from copy
    join notification n on n.company_id = ${tenant.companyId} and n.id = copy.notification_id
    join work_center w on w.company_id = n.company_id and w.id = n.work_center_id
    join membership m on m.company_id = n.company_id and m.user_id = ${userId}
    where n.state <> 'RETRACTED'
      and (m.role <> 'OPERATOR' or exists (select from operator_work_center o
        where o.company_id = m.company_id and o.user_id = m.user_id and o.work_center_id = n.work_center_id))
    order by copy.fired_at limit 20000`.execute(tenant.tx)
  return rows
}
