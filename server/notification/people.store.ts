import { sql } from 'kysely'
import { z } from 'zod'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Member } from '#engine/notification/recipients.ts'
import type { Listening } from '#engine/notification/messages.ts'
import { NOTIFICATION_TYPES, SEVERITIES } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import type { Preference } from '#engine/notification/preference.ts'
import type { Role } from '#engine/access/abilities.ts'
import type { Tenant } from '#server/db/database.ts'

/** Somebody who may be told, and how. */
export type Recipient = Member & {
  readonly userId: UserId
  readonly zone: string
  readonly preference: Preference
  /** Whether a browser of theirs shows messages. */
  readonly hasDevice: boolean
}

const EMAILS = z.partialRecord(z.enum(NOTIFICATION_TYPES), z.enum([...SEVERITIES, 'NEVER']))
const QUIET = z.strictObject({ weekdays: z.array(z.number()), from: z.string(), to: z.string() }).nullable()

type Row = {
  userId: UserId
  role: Role
  teamId: string | null
  sees: boolean
  zone: string
  emails: unknown
  pushes: unknown
  quiet: unknown
  urgentPierces: boolean | null
  pausedUntil: Date | null
  hasDevice: boolean
}

const IS_MEMBER = sql`(m.expires_on is null or m.expires_on > now()) and m.role not like 'PROVIDER%'`
const SEES = (workCenterId: WorkCenterId) => sql`(m.role <> 'OPERATOR' or exists (select from operator_work_center o
  where o.company_id = m.company_id and o.user_id = m.user_id and o.work_center_id = ${workCenterId}))`

/** Returns the people of the company, and whether they see the work center; visitors of the provider are not among them. */
export async function listMembers(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly (Member & { readonly userId: UserId })[]> {
  const { rows } = await sql<Pick<Row, 'role' | 'sees' | 'teamId' | 'userId'>>`
    select m.user_id as "userId", m.role, m.team_id as "teamId", ${SEES(workCenterId)} as sees
    from membership m where m.company_id = ${tenant.companyId} and ${IS_MEMBER} order by m.user_id`.execute(tenant.tx)
  return rows
}

/** Returns the same for each of the work centers, in two statements however many there are. */
export async function listMembersOf(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
): Promise<readonly (readonly (Member & { readonly userId: UserId })[])[]> {
  const { rows } = await sql<Pick<Row, 'role' | 'teamId' | 'userId'>>`select m.user_id as "userId", m.role, m.team_id as "teamId"
    from membership m where m.company_id = ${tenant.companyId} and ${IS_MEMBER} order by m.user_id`.execute(tenant.tx)
  const assigned = await sql<{ key: string }>`select o.user_id || '/' || o.work_center_id as key from operator_work_center o
    where o.company_id = ${tenant.companyId} and o.work_center_id = any(${workCenterIds}::int[])`.execute(tenant.tx)
  const seen = new Set(assigned.rows.map(({ key }) => key))
  return workCenterIds.map((id) => rows.map((row) => ({ ...row, sees: row.role !== 'OPERATOR' || seen.has(`${row.userId}/${id}`) })))
}

/** The people of a company in a transaction of the system, with their zones, what they want to hear, and the work centers of operators. */
export type CompanyPeople = {
  /** As they see a work center that they are not assigned to. */
  readonly people: readonly Recipient[]
  readonly assigned: ReadonlyMap<UserId, ReadonlySet<WorkCenterId>>
}

/** Returns the people of the company in two statements, however many work centers it has. */
export async function readCompanyPeople(tenant: Tenant): Promise<CompanyPeople> {
  const { rows } = await sql<Omit<Row, 'sees'>>`
    select m.user_id as "userId", m.role, m.team_id as "teamId", coalesce(u.time_zone, c.time_zone) as zone,
      p.emails, p.pushes, p.quiet, p.urgent_pierces as "urgentPierces", p.paused_until as "pausedUntil",
      exists (select from push_subscription s where s.company_id = m.company_id and s.user_id = m.user_id) as "hasDevice"
    from membership m
    join app_user u on u.id = m.user_id
    join company c on c.id = m.company_id
    left join notification_preference p on p.company_id = m.company_id and p.user_id = m.user_id
    where m.company_id = ${tenant.companyId} and ${IS_MEMBER}
    order by m.user_id`.execute(tenant.tx)
  const places = await sql<{ userId: UserId; workCenterId: WorkCenterId }>`select user_id as "userId", work_center_id as "workCenterId"
    from operator_work_center where company_id = ${tenant.companyId}`.execute(tenant.tx)
  return {
    people: rows.map(({ emails, pushes, quiet, urgentPierces, pausedUntil, ...member }) => ({
      ...member,
      sees: member.role !== 'OPERATOR',
      preference: toPreference({ emails, pushes, quiet, urgentPierces, pausedUntil }),
    })),
    assigned: new Map(
      [...Map.groupBy(places.rows, ({ userId }) => userId)].map(([userId, own]) => [userId, new Set(own.map((one) => one.workCenterId))]),
    ),
  }
}

/** Returns the people of the company, and whether they see the work center. */
export function recipientsAt({ people, assigned }: CompanyPeople, workCenterId: WorkCenterId): readonly Recipient[] {
  return people.map((one) => (assigned.get(one.userId)?.has(workCenterId) === true && !one.sees ? { ...one, sees: true } : one))
}

/** Returns whether the person is a member of the company now. */
export async function isMemberOf(tenant: Tenant, userId: UserId): Promise<boolean> {
  const { rows } =
    await sql`select from membership m where m.company_id = ${tenant.companyId} and m.user_id = ${userId} and ${IS_MEMBER}`.execute(
      tenant.tx,
    )
  return rows.length > 0
}

/** Returns the work centers that the person may see; null = all of the company. */
export async function visiblePlacesOf(tenant: Tenant, userId: UserId): Promise<readonly WorkCenterId[] | null> {
  const { rows } = await sql<{ ids: readonly WorkCenterId[] | null }>`select case when m.role = 'OPERATOR' then array(
      select o.work_center_id from operator_work_center o where o.company_id = m.company_id and o.user_id = m.user_id) end as ids
    from membership m where m.company_id = ${tenant.companyId} and m.user_id = ${userId}`.execute(tenant.tx)
  const [member] = rows
  return member === undefined ? [] : member.ids
}

/** Returns what the person wants to hear. */
export async function findPreference(tenant: Tenant, userId: UserId): Promise<Preference> {
  const row = await tenant.tx
    .selectFrom('notification_preference')
    .select(['emails', 'pushes', 'quiet', 'urgent_pierces as urgentPierces', 'paused_until as pausedUntil'])
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return toPreference(row ?? { emails: null, pushes: null, quiet: null, urgentPierces: null, pausedUntil: null })
}

/** Returns what the person wants to hear, held until the transaction ends: who changes it afterwards sees what was changed. */
export async function lockPreference(tenant: Tenant, userId: UserId): Promise<Preference> {
  await sql`insert into notification_preference as p (company_id, user_id) values (${tenant.companyId}, ${userId})
    on conflict (company_id, user_id) do update set urgent_pierces = p.urgent_pierces`.execute(tenant.tx)
  return findPreference(tenant, userId)
}

/** Returns what the person wants to hear by which clock, null when they are gone; in a transaction of the system. */
export async function findListening(tenant: Tenant, userId: UserId): Promise<Listening | null> {
  const { rows } = await sql<{ zone: string }>`select coalesce(u.time_zone, c.time_zone) as zone
    from app_user u join company c on c.id = ${tenant.companyId} where u.id = ${userId}`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { zone: row.zone, preference: await findPreference(tenant, userId) }
}

/** Stores what the person wants to hear. */
export async function storePreference(tenant: Tenant, userId: UserId, preference: Preference): Promise<void> {
  const values = {
    emails: JSON.stringify(preference.emails),
    pushes: JSON.stringify(preference.pushes ?? {}),
    quiet: preference.quiet === null ? null : JSON.stringify(preference.quiet),
    urgent_pierces: preference.urgentPierces,
    paused_until: preference.pausedUntil === null ? null : new Date(preference.pausedUntil),
  }
  await tenant.tx
    .insertInto('notification_preference')
    .values({ company_id: tenant.companyId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(values))
    .execute()
}

/** Ends the e-mails of the types and keeps from when on the person had them; all else that is stored, and is being stored, stays. */
export async function endEmailsOf(tenant: Tenant, userId: UserId, types: readonly NotificationType[]): Promise<void> {
  const never = JSON.stringify(Object.fromEntries(types.map((type) => [type, 'NEVER'])))
  // One that is ended twice keeps what was before the first time.
  await sql`insert into notification_preference as p (company_id, user_id, emails) values (${tenant.companyId}, ${userId}, ${never}::jsonb)
    on conflict (company_id, user_id) do update set emails = p.emails || excluded.emails,
      emails_before = p.emails_before - array(select type from unnest(${[...types]}::text[]) as type where p.emails->>type is distinct from 'NEVER')
        || (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p.emails)
          where key = any(${[...types]}::text[]) and value <> '"NEVER"')`.execute(tenant.tx)
}

/** Has the person get e-mails of the types again from where they had them before they were ended; else as usual. */
export async function takeEmailsBack(tenant: Tenant, userId: UserId, types: readonly NotificationType[]): Promise<void> {
  const named = sql`${[...types]}::text[]`
  await sql`update notification_preference set emails_before = emails_before - ${named},
      emails = (emails - ${named}) || (select coalesce(jsonb_object_agg(type, value), '{}')
        from unnest(${named}) as type, lateral (select coalesce(nullif(emails->type, '"NEVER"'), emails_before->type) as value) as had
        where value is not null)
    where company_id = ${tenant.companyId} and user_id = ${userId}`.execute(tenant.tx)
}

function toPreference({
  emails,
  pushes,
  quiet,
  urgentPierces,
  pausedUntil,
}: Pick<Row, 'emails' | 'pushes' | 'quiet' | 'urgentPierces' | 'pausedUntil'>): Preference {
  return {
    emails: EMAILS.parse(emails ?? {}),
    pushes: EMAILS.parse(pushes ?? {}),
    quiet: QUIET.parse(quiet ?? null),
    urgentPierces: urgentPierces ?? true,
    pausedUntil: pausedUntil?.getTime() ?? null,
  }
}
