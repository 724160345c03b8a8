import { sql } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { CompanyRole } from '#engine/user/role.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'

/** Somebody who was asked to join and has not yet. */
export type Invitation = {
  readonly id: string
  readonly companyId: CompanyId
  readonly email: string
  readonly role: CompanyRole
  readonly teamId: string | null
  readonly workCenterIds: readonly number[]
  readonly language: string
  readonly invitedBy: UserId
  readonly createdOn: Date
  readonly expiresOn: Date
}

export type NewInvitation = Pick<Invitation, 'email' | 'role' | 'teamId' | 'workCenterIds' | 'language' | 'invitedBy' | 'expiresOn'> & {
  readonly sentOn: Date
}

const COLUMNS = camelColumns(
  'id',
  'company_id',
  'email',
  'role',
  'team_id',
  'work_center_ids',
  'language',
  'invited_by',
  'created_on',
  'expires_on',
)

/** Returns the company's open invitations, those that have expired too, the newest first. */
export async function listInvitations(tenant: Tenant): Promise<readonly Invitation[]> {
  return await open(tenant).orderBy('sent_on', 'desc').orderBy('email').execute()
}

/** Returns the company's open invitation of the id, or null for one that is unknown, accepted or revoked. */
export async function findInvitation(tenant: Tenant, id: string): Promise<Invitation | null> {
  return (await open(tenant).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Returns the stored invitation; one that is open for the address is renewed with what this one says. */
export async function saveInvitation(tenant: Tenant, invitation: NewInvitation): Promise<Invitation> {
  const said = {
    role: invitation.role,
    team_id: invitation.teamId,
    work_center_ids: [...invitation.workCenterIds],
    language: invitation.language,
    invited_by: invitation.invitedBy,
    sent_on: invitation.sentOn,
    expires_on: invitation.expiresOn,
  }
  return await tenant.tx
    .insertInto('invitation')
    .values({ company_id: tenant.companyId, email: invitation.email, created_on: invitation.sentOn, ...said })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'email'])
        .where('accepted_on', 'is', null)
        .where('revoked_on', 'is', null)
        .doUpdateSet({
          ...said,
          sent_that_day: sql<number>`case when invitation.sent_on > ${invitation.sentOn}::timestamptz - interval '1 day'
            then invitation.sent_that_day + 1 else 1 end`,
        }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Returns how many e-mails the company had sent since the instant to people whom it invited or made accounts for. */
export async function countSentSince(tenant: Tenant, since: Date): Promise<number> {
  const row = await tenant.tx
    .selectFrom('invitation')
    .select(sql<number>`coalesce(sum(sent_that_day), 0)::int`.as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('sent_on', '>', since)
    .executeTakeFirstOrThrow()
  const made = await tenant.tx
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('action', '=', 'CREATE_USER')
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count + made.count
}

/** Marks the company's invitation as accepted by the person. */
export async function markAccepted(tenant: Tenant, id: string, userId: UserId, at: Date): Promise<void> {
  await tenant.tx
    .updateTable('invitation')
    .set({ accepted_on: at, accepted_by: userId })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Marks the company's invitation as revoked. */
export async function markRevoked(tenant: Tenant, id: string, at: Date): Promise<void> {
  await tenant.tx
    .updateTable('invitation')
    .set({ revoked_on: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Revokes the company's open invitations of the address; their links stop working. */
export async function revokeInvitationsOf(tenant: Tenant, email: string, at: Date): Promise<void> {
  await tenant.tx
    .updateTable('invitation')
    .set({ revoked_on: at })
    .where('company_id', '=', tenant.companyId)
    .where('email', '=', email)
    .where('accepted_on', 'is', null)
    .where('revoked_on', 'is', null)
    .execute()
}

function open(tenant: Tenant) {
  return tenant.tx
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('accepted_on', 'is', null)
    .where('revoked_on', 'is', null)
}
