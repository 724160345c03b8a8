import { sql } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { CompanyRole } from '#engine/user/role.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'

/** Somebody asks that a person of the company gets another role. */
export type RoleRequest = {
  readonly id: string
  readonly userId: UserId
  readonly role: CompanyRole
  readonly comment: string | null
  readonly requestedBy: UserId
  readonly createdOn: Date
}

export type NewRoleRequest = Omit<RoleRequest, 'id'>

const COLUMNS = camelColumns('id', 'user_id', 'role', 'comment', 'requested_by', 'created_on')

/** Returns the company's requests that nobody has decided, the oldest first. */
export async function listRoleRequests(tenant: Tenant): Promise<readonly RoleRequest[]> {
  return await open(tenant).orderBy('created_on').execute()
}

/** Returns the company's undecided request of the id, or null. */
export async function findRoleRequest(tenant: Tenant, id: string): Promise<RoleRequest | null> {
  return (await open(tenant).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Stores the request in place of an undecided one of the same person. */
export async function saveRoleRequest(tenant: Tenant, request: NewRoleRequest): Promise<void> {
  const said = { role: request.role, comment: request.comment, requested_by: request.requestedBy, created_on: request.createdOn }
  await tenant.tx
    .insertInto('role_request')
    .values({ company_id: tenant.companyId, user_id: request.userId, ...said })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).where('decided_on', 'is', null).doUpdateSet(said))
    .execute()
}

/** Stores the decision of the company's request. */
export async function markDecided(
  tenant: Tenant,
  id: string,
  decision: { readonly isApproved: boolean; readonly by: UserId; readonly at: Date },
): Promise<void> {
  await tenant.tx
    .updateTable('role_request')
    .set({ is_approved: decision.isApproved, decided_by: decision.by, decided_on: decision.at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns how many requests for the person were made since the instant, decided or not: e-mails to administrators are not to become a nuisance. */
export async function countRequestsSince(tenant: Tenant, requestedBy: UserId, since: Date): Promise<number> {
  const row = await tenant.tx
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', requestedBy)
    .where('action', '=', 'REQUEST_ROLE_CHANGE')
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

function open(tenant: Tenant) {
  return tenant.tx.selectFrom('role_request').select(COLUMNS).where('company_id', '=', tenant.companyId).where('decided_on', 'is', null)
}
