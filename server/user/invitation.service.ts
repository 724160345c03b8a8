import type { Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { invitationProblems } from '#engine/user/invitation.ts'
import { fullName } from '#engine/user/person.ts'
import { companyRoleProblem, isCompanyRole } from '#engine/user/role.ts'
import type { CompanyRole } from '#engine/user/role.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { findCompany, lockCompany } from '#server/company/company.store.ts'
import { findInvitation, listInvitations, markAccepted, markRevoked, saveInvitation } from '#server/company/invitation.store.ts'
import type { Invitation } from '#server/company/invitation.store.ts'
import { findMembership, insertMembership } from '#server/company/membership.store.ts'
import { changePeople, refuseFirst } from '#server/company/peopleChange.service.ts'
import type { Actor, PeopleDeps, LockedCompany } from '#server/company/peopleChange.service.ts'
import { findTeam } from '#server/company/team.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import { placeIn, requireFewEmails } from './employee.service.ts'
import { replaceAssigned } from './employee.store.ts'
import { endLinks, makeLink } from './oneTimeLink.store.ts'
import { LINK_LIFETIME_MS, linkUrl } from './oneTimeLink.ts'
import { findUser, findUserByEmail } from './user.store.ts'

/** Whom to ask, and what they will be. */
export type InvitationForm = {
  readonly emails: readonly string[]
  readonly role: Role
  readonly teamId: string | null
  readonly workCenterIds: readonly number[]
}

/** Which of the addresses got an e-mail, and which belong to people of the company already. */
export type Invited = { readonly invited: readonly string[]; readonly alreadyMembers: readonly string[] }

/**
 * Returns the addressees. An address with an open invitation gets a new e-mail, and its older link ends. Refuses REQUIRED, INVALID_EMAIL with the
 * field `emails[2]`, VALUE_OUT_OF_RANGE above 100 addresses, ROLE_NOT_FOUND, TEAM_NOT_FOUND, WORK_CENTER_NOT_FOUND and TOO_MANY_EMAILS.
 */
export async function inviteUsers(deps: PeopleDeps, actor: Actor, form: InvitationForm): Promise<Invited> {
  refuseFirst([...invitationProblems(form.emails), companyRoleProblem(form.role)])
  const { role } = form
  if (!isCompanyRole(role)) throw new Refusal({ code: 'ROLE_NOT_FOUND', field: 'role', params: { role } })
  const emails = [...new Set(form.emails.map((email) => email.trim().toLowerCase()))]
  return changePeople(deps, actor, async (locked) => {
    const place = await placeIn(locked.tenant, role, form)
    await requireFewEmails(locked, emails.length)
    const answer: { readonly invited: string[]; readonly alreadyMembers: string[] } = { invited: [], alreadyMembers: [] }
    for (const email of emails) {
      const known = await findUserByEmail(locked.tenant.tx, email)
      const isMember = known !== null && (await findMembership(locked.tenant.tx, actor.companyId, known.id)) !== null
      if (!isMember) await invite(deps, locked, actor, { email, role, ...place, language: known?.language ?? locked.company.language })
      answer[isMember ? 'alreadyMembers' : 'invited'].push(email)
    }
    return answer
  })
}

/** Returns the company's open invitation with a new link and term, sent by e-mail. Refuses INVITATION_NOT_FOUND and TOO_MANY_EMAILS. */
export async function resendInvitation(deps: PeopleDeps, actor: Actor, id: string): Promise<Invitation> {
  return changePeople(deps, actor, async (locked) => {
    const before = await requireInvitation(locked.tenant, id)
    await requireFewEmails(locked, 1)
    const after = await send(deps, locked, actor, before)
    const details = { before: before.expiresOn.toISOString(), after: after.expiresOn.toISOString() }
    const entry = { userId: actor.userId, at: locked.at, subject: `invitation ${before.email}`, details }
    await writeAudit(locked.tenant, { ...entry, action: 'RESEND_INVITATION' })
    return after
  })
}

/** Revokes the company's open invitation, whose link ends at once; refuses INVITATION_NOT_FOUND. */
export async function revokeInvitation(deps: PeopleDeps, actor: Actor, id: string): Promise<void> {
  await changePeople(deps, actor, async ({ tenant, at }) => {
    const { email, role } = await requireInvitation(tenant, id)
    await markRevoked(tenant, id, at)
    await endLinks(tenant.tx, { kind: 'INVITATION', companyId: actor.companyId, invitationId: id })
    await writeAudit(tenant, { userId: actor.userId, at, action: 'REVOKE_INVITATION', subject: `invitation ${email}`, details: { role } })
  })
}

/** Returns the company's open invitations, the newest first. */
export async function readInvitations(database: Database, companyId: CompanyId): Promise<readonly Invitation[]> {
  return database.inTenant(companyId, listInvitations)
}

/** Content of the invitation page before somebody accepts. */
export type InvitationNotice = { readonly email: string; readonly companyName: string; readonly role: CompanyRole }

/** Returns the content of an open invitation, or null for an unknown, accepted, revoked or expired one. Needs a system transaction. */
export async function describeInvitation(tenant: Tenant, id: string, at: Date): Promise<InvitationNotice | null> {
  const [invitation, company] = await Promise.all([findInvitation(tenant, id), findCompany(tenant)])
  if (invitation === null || company === null || invitation.expiresOn <= at) return null
  return { email: invitation.email, companyName: company.name, role: invitation.role }
}

/**
 * Makes the person a member by the invitation; false for an unknown, accepted, revoked or expired one. A member keeps the present role. Runs in the
 * caller's system transaction; publish the member's change after it.
 */
export async function acceptInvitation(tenant: Tenant, id: string, userId: UserId, at: Date): Promise<boolean> {
  await lockCompany(tenant)
  const invitation = await findInvitation(tenant, id)
  if (invitation === null || invitation.expiresOn <= at) return false
  const { email, role, teamId, workCenterIds } = invitation
  await markAccepted(tenant, id, userId, at)
  const isNew = await insertMembership(tenant.tx, { companyId: tenant.companyId, userId, role, teamId })
  if (isNew) await replaceAssigned(tenant, userId, workCenterIds)
  await writeAudit(tenant, { userId, at, action: 'ACCEPT_INVITATION', subject: `user ${email}`, details: { role, isNew } })
  return true
}

type NewPerson = Pick<Invitation, 'email' | 'role' | 'teamId' | 'workCenterIds' | 'language'>

async function invite(deps: PeopleDeps, locked: LockedCompany, actor: Actor, person: NewPerson): Promise<void> {
  await send(deps, locked, actor, person)
  const { email, role, teamId, workCenterIds } = person
  const team = teamId === null ? null : await findTeam(locked.tenant, teamId)
  const details = { role, team: team?.name ?? null, workCenterIds }
  const entry = { userId: actor.userId, at: locked.at, subject: `invitation ${email}`, details }
  await writeAudit(locked.tenant, { ...entry, action: 'INVITE_USER' })
}

/** Stores or renews the invitation and queues its e-mail; the link of an older e-mail ends. */
async function send(deps: PeopleDeps, { tenant, company, at }: LockedCompany, actor: Actor, person: NewPerson): Promise<Invitation> {
  const expiresOn = new Date(at.getTime() + LINK_LIFETIME_MS.INVITATION)
  const invitation = await saveInvitation(tenant, { ...person, invitedBy: actor.userId, sentOn: at, expiresOn })
  const { email, language, role } = invitation
  const secret = await makeLink(tenant.tx, { kind: 'INVITATION', companyId: company.id, invitationId: invitation.id })
  const inviter = await findUser(tenant.tx, actor.userId)
  const link = linkUrl(deps.config.publicUrl, 'INVITATION', { secret, language })
  const params = { link, company: company.name, inviter: inviter === null ? company.name : fullName(inviter), role }
  await queueEmail(tenant.tx, { to: email, language, kind: 'INVITATION', params })
  return invitation
}

async function requireInvitation(tenant: Tenant, id: string): Promise<Invitation> {
  const invitation = await findInvitation(tenant, id)
  if (invitation === null) throw new Refusal({ code: 'INVITATION_NOT_FOUND', params: { id } })
  return invitation
}
