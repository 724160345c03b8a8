import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Role } from '#engine/access/abilities.ts'
import { ROLES } from '#engine/access/abilities.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { boundedPage, ordered } from '#server/db/boundedPage.ts'
import type { Order, OrderTable, PageRange } from '#server/db/boundedPage.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'
import { USER_COLUMNS } from './user.store.ts'
import type { User } from './user.store.ts'

/** A person and what they are in one company. */
export type Employee = {
  readonly user: User
  readonly role: Role
  /** Whether several people use the account beside a machine. */
  readonly isStation: boolean
  readonly teamId: string | null
  /** What an operator is limited to, ascending; empty for others. */
  readonly workCenterIds: readonly WorkCenterId[]
  /** When the membership ends by itself, for the provider's people; null = never. */
  readonly expiresOn: Date | null
}

/** Filter of the company's people; a missing or null field does not filter. */
export type EmployeeFilter = {
  readonly userIds?: readonly UserId[]
  /** Part of a name, login or address; case and accents do not matter. */
  readonly search?: string | null | undefined
  readonly roles?: readonly Role[] | null | undefined
  /** The team's id, or that of no team. */
  readonly teamId?: string | null | undefined
  /** Only people with an address of this domain. */
  readonly emailDomain?: string | undefined
}

/** By what people can be sorted: the name, the role from the most rights to the least, the team. */
export const EMPLOYEE_ORDER_FIELDS = ['NAME', 'ROLE', 'TEAM'] as const
export type EmployeeOrderField = (typeof EMPLOYEE_ORDER_FIELDS)[number]

const ORDER: OrderTable<EmployeeOrderField> = {
  NAME: [nameOrder(), sql.ref('app_user.email')],
  ROLE: [sql`array_position(${sql.lit(`{${ROLES.join(',')}}`)}::text[], membership.role)`, nameOrder(), sql.ref('app_user.email')],
  TEAM: [
    sql`(select lower(t.name) from team t where t.company_id = membership.company_id and t.id = membership.team_id) collate "und-x-icu"`,
    nameOrder(),
    sql.ref('app_user.email'),
  ],
}

const BY_NAME = { field: 'NAME', isDescending: false } as const

/** Returns the company's people; needs a transaction of the system, since accounts belong to no company. */
export async function listEmployees(
  tenant: Tenant,
  filter: EmployeeFilter,
  order: Order<EmployeeOrderField> = BY_NAME,
): Promise<readonly Employee[]> {
  return (await ordered(matching(tenant, filter), ORDER, order).execute()).map(toEmployee)
}

/** Returns a page of the company's people, and how many the filter leaves: above MAX_COUNTED one more than that; needs a transaction of the system. */
export async function pageEmployees(
  tenant: Tenant,
  filter: EmployeeFilter,
  { order, range }: { readonly order: Order<EmployeeOrderField>; readonly range: PageRange },
): Promise<{ readonly items: readonly Employee[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const { items, ...page } = await boundedPage(tenant.tx, ordered(matching(tenant, filter), ORDER, order), range)
  return { items: items.map(toEmployee), ...page }
}

function nameOrder() {
  return sql`lower(trim(app_user.first_name || ' ' || app_user.last_name)) collate "und-x-icu"`
}

function matching({ companyId, tx }: Tenant, filter: EmployeeFilter) {
  const { userIds, roles, teamId, emailDomain } = filter
  const wanted = (filter.search ?? '').trim().replaceAll(/\s+/g, ' ')
  return tx
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(USER_COLUMNS)
    .select(camelColumns('membership.role', 'membership.is_station', 'membership.team_id', 'membership.expires_on'))
    .select(
      sql<readonly WorkCenterId[]>`array(select o.work_center_id from operator_work_center o
        where o.company_id = membership.company_id and o.user_id = membership.user_id order by 1)`.as('workCenterIds'),
    )
    .where('membership.company_id', '=', companyId)
    .where(sql<boolean>`(membership.expires_on is null or membership.expires_on > now())`)
    .$if(userIds !== undefined, (people) => people.where(sql<boolean>`membership.user_id = any(${userIds ?? []}::uuid[])`))
    .$if(roles != null, (people) => people.where(sql<boolean>`membership.role = any(${roles ?? []}::text[])`))
    .$if(teamId === NO_TEAM_ID, (people) => people.where('membership.team_id', 'is', null))
    .$if(teamId != null && teamId !== NO_TEAM_ID, (people) => people.where('membership.team_id', '=', teamId ?? ''))
    .$if(emailDomain !== undefined, (people) => people.where(isOfDomain(emailDomain ?? '')))
    .$if(wanted !== '', (people) =>
      people.where(
        sql<boolean>`strpos(${folded(sql`concat_ws(' ', app_user.first_name, app_user.last_name, app_user.login, app_user.email::text)`)}, ${folded(sql`${wanted}::text`)}) > 0`,
      ),
    )
}

function toEmployee(row: Awaited<ReturnType<ReturnType<typeof matching>['execute']>>[number]): Employee {
  const { role, isStation, teamId, workCenterIds, expiresOn, ...user } = row
  return { user, role, isStation, teamId, workCenterIds, expiresOn }
}

/** Returns the person's membership in the company, or null. */
export async function findEmployee(tenant: Tenant, userId: UserId): Promise<Employee | null> {
  return (await listEmployees(tenant, { userIds: [userId] }))[0] ?? null
}

/** Returns the ids that are work centers of the company, archived ones included. */
export async function existingWorkCenters(tenant: Tenant, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tenant.tx
    .selectFrom('work_center')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Replaces the work centers that an operator is limited to. */
export async function replaceAssigned(tenant: Tenant, userId: UserId, ids: readonly number[]): Promise<void> {
  const { companyId, tx } = tenant
  await tx.deleteFrom('operator_work_center').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('operator_work_center')
    .values(ids.map((id) => ({ company_id: companyId, user_id: userId, work_center_id: id })))
    .execute()
}

/** Returns how many people of the company have each role that somebody has. */
export async function countRoles(
  { companyId, tx }: Tenant,
  { emailDomain }: Pick<EmployeeFilter, 'emailDomain'> = {},
): Promise<readonly { readonly role: Role; readonly count: number }[]> {
  return await tx
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['membership.role', sql<number>`count(*)::int`.as('count')])
    .where('membership.company_id', '=', companyId)
    .where(sql<boolean>`(membership.expires_on is null or membership.expires_on > now())`)
    .$if(emailDomain !== undefined, (people) => people.where(isOfDomain(emailDomain ?? '')))
    .groupBy('membership.role')
    .execute()
}

function isOfDomain(domain: string): RawBuilder<boolean> {
  return sql<boolean>`split_part(lower(app_user.email), '@', 2) = ${domain}`
}

/** Returns how many API keys of the person work in the company; they end with the membership. */
export async function countKeysOf(tenant: Tenant, userId: UserId): Promise<number> {
  const row = await tenant.tx
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .where('revoked_on', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
