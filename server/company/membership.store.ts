import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Role } from '#engine/access/abilities.ts'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** One company of a person and what the person is there. */
export type Membership = {
  readonly companyId: CompanyId
  readonly companyName: string
  readonly companyPhotoUrl: string | null
  readonly userId: UserId
  readonly role: Role
  /** Whether several people use the account beside a machine. */
  readonly isStation: boolean
  /** Whether the company lets its operators confirm shifts; left out = no. */
  readonly operatorsMayConfirm?: boolean
  readonly sort: number
  /** When it ends by itself, for the provider's people; null = never. */
  readonly expiresOn: Date | null
}

/** Position of the demo company for members of other companies: last. */
const DEMO_SORT = 1000

/** Returns the person's companies in the order of the switcher; the first is the default. Ended memberships do not count, here and below. */
export async function listMemberships(tx: Transaction<DB>, userId: UserId): Promise<readonly Membership[]> {
  return await memberships(tx).where('membership.user_id', '=', userId).execute()
}

/** Returns what the person is in the company, or null when not a member. */
export async function findMembership(tx: Transaction<DB>, companyId: CompanyId, userId: UserId): Promise<Membership | null> {
  const row = await memberships(tx)
    .where('membership.company_id', '=', companyId)
    .where('membership.user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the operators of the company. */
export async function listOperatorIds({ tx, companyId }: Tenant): Promise<readonly UserId[]> {
  const rows = await tx
    .selectFrom('membership')
    .select('user_id as userId')
    .where('company_id', '=', companyId)
    .where('role', '=', 'OPERATOR')
    .execute()
  return rows.map(({ userId }) => userId)
}

export type NewMember = {
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly role: Role
  /** The place in the person's switcher; by default after the others, and the demo company after all. */
  readonly sort?: number
  readonly teamId?: string | null
  /** When the membership ends by itself; absent = never. */
  readonly expiresOn?: Date
}

/** Returns whether the person was made a member; changes nothing for one who is a member already, a membership that has ended does not count. */
export async function insertMembership(tx: Transaction<DB>, member: NewMember): Promise<boolean> {
  const last = tx
    .selectFrom('membership')
    .select(sql<number>`coalesce(max(sort) + 1, 0)`.as('sort'))
    .where('user_id', '=', member.userId)
    .where('company_id', '!=', asId<CompanyId>(DEMO_COMPANY_ID))
  const sort = member.sort ?? (member.companyId === DEMO_COMPANY_ID ? DEMO_SORT : last)
  const [teamId, expiresOn] = [member.teamId ?? null, member.expiresOn ?? null]
  const row = await tx
    .insertInto('membership')
    .values({ company_id: member.companyId, user_id: member.userId, role: member.role, sort, team_id: teamId, expires_on: expiresOn })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id'])
        .doUpdateSet({ role: member.role, is_station: false, team_id: teamId, expires_on: expiresOn })
        .where('membership.expires_on', '<=', sql<Date>`now()`),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores another role, team or end of the membership, and whether it is a station's. */
export async function updateMembership(
  tenant: Tenant,
  userId: UserId,
  change: { readonly role?: Role; readonly isStation?: boolean; readonly teamId?: string | null; readonly expiresOn?: Date },
): Promise<void> {
  await tenant.tx
    .updateTable('membership')
    .set({
      ...(change.role !== undefined && { role: change.role }),
      ...(change.isStation !== undefined && { is_station: change.isStation }),
      ...(change.teamId !== undefined && { team_id: change.teamId }),
      ...(change.expiresOn !== undefined && { expires_on: change.expiresOn }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .execute()
}

/** Ends the membership; assigned work centers and open requests of the person go with it. */
export async function deleteMembership(tenant: Tenant, userId: UserId): Promise<void> {
  await tenant.tx.deleteFrom('membership').where('company_id', '=', tenant.companyId).where('user_id', '=', userId).execute()
}

/** Returns how many administrators the company has besides the person; visitors of the provider are none. */
export async function countOtherAdministrators(tenant: Tenant, userId: UserId): Promise<number> {
  const row = await tenant.tx
    .selectFrom('membership')
    .select((one) => one.fn.countAll<number>().as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '!=', userId)
    .where('role', '=', 'ADMIN')
    .where('expires_on', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function memberships(tx: Transaction<DB>) {
  return (
    tx
      .selectFrom('membership')
      .innerJoin('company', 'company.id', 'membership.company_id')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select(
        camelColumns(
          'membership.company_id',
          'membership.user_id',
          'membership.role',
          'membership.is_station',
          'membership.sort',
          'membership.expires_on',
        ),
      )
      .select([
        'company.name as companyName',
        'company.photo_url as companyPhotoUrl',
        'company.operators_may_confirm as operatorsMayConfirm',
      ])
      .where(sql<boolean>`(membership.expires_on is null or membership.expires_on > now())`)
      // Until the address of an account is proven, whoever made it may not know its owner: it acts in the company that made it only.
      .where(
        sql<boolean>`(app_user.email_verified_on is not null or coalesce(app_user.made_by_company, membership.company_id) = membership.company_id)`,
      )
      .orderBy('membership.sort')
      .orderBy('company.name')
  )
}

/** Returns whether the company has a member with an address of the domain. */
export async function hasMemberOfDomain(tx: Transaction<DB>, companyId: CompanyId, domain: string): Promise<boolean> {
  const { rows } = await sql<{ readonly isThere: boolean }>`select exists (select from membership m join app_user u on u.id = m.user_id
    where m.company_id = ${companyId} and lower(u.email) like '%@' || ${domain}) as "isThere"`.execute(tx)
  return rows[0]?.isThere === true
}
