import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { JoinLinkRole } from '#engine/user/role.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** A link by which everybody who has it may join with its role; only the hash of its secret is kept. */
export type JoinLink = {
  readonly id: string
  readonly companyId: CompanyId
  readonly role: JoinLinkRole
  readonly teamId: string | null
  readonly createdBy: UserId
  readonly createdOn: Date
  readonly expiresOn: Date
  readonly uses: number
}

export type NewJoinLink = Pick<JoinLink, 'role' | 'teamId' | 'createdBy' | 'createdOn' | 'expiresOn'> & { readonly hash: string }

const COLUMNS = camelColumns('id', 'company_id', 'role', 'team_id', 'created_by', 'created_on', 'expires_on', 'uses')

/** Returns the company's links that were not revoked, those that have expired too, the newest first. */
export async function listJoinLinks(tenant: Tenant): Promise<readonly JoinLink[]> {
  return await tenant.tx
    .selectFrom('join_link')
    .select(COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('revoked_on', 'is', null)
    .orderBy('created_on', 'desc')
    .execute()
}

/** Returns the id of the stored link. */
export async function insertJoinLink(tenant: Tenant, link: NewJoinLink): Promise<string> {
  const row = await tenant.tx
    .insertInto('join_link')
    .values({
      company_id: tenant.companyId,
      hash: link.hash,
      role: link.role,
      team_id: link.teamId,
      created_by: link.createdBy,
      created_on: link.createdOn,
      expires_on: link.expiresOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns whether the company had the link and it is revoked now. */
export async function revokeJoinLinkRow(tenant: Tenant, id: string, at: Date): Promise<boolean> {
  const row = await tenant.tx
    .updateTable('join_link')
    .set({ revoked_on: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('revoked_on', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the usable link of the hash, whichever company it is of; null for one that is unknown, revoked or expired. Needs a transaction of the system. */
export async function findUsableJoinLink(tx: Transaction<DB>, hash: string, at: Date): Promise<JoinLink | null> {
  const row = await tx
    .selectFrom('join_link')
    .select(COLUMNS)
    .where('hash', '=', hash)
    .where('revoked_on', 'is', null)
    .where('expires_on', '>', at)
    .executeTakeFirst()
  return row ?? null
}

/** Counts a use of the company's link. */
export async function countUse(tenant: Tenant, id: string): Promise<void> {
  await tenant.tx
    .updateTable('join_link')
    .set({ uses: sql<number>`uses + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}
