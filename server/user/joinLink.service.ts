import type { Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { isJoinLinkRole } from '#engine/user/role.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Company } from '#server/company/company.store.ts'
import { countUse, findUsableJoinLink, insertJoinLink, listJoinLinks, revokeJoinLinkRow } from '#server/company/joinLink.store.ts'
import type { JoinLink } from '#server/company/joinLink.store.ts'
import { insertMembership } from '#server/company/membership.store.ts'
import { changePeople, checkedTeam, inCompany } from '#server/company/peopleChange.service.ts'
import type { Actor, PeopleDeps } from '#server/company/peopleChange.service.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { linkHash, newLinkSecret } from './oneTimeLink.ts'
import { findUser } from './user.store.ts'

/** How long a link may be valid, in days. */
const DAYS = { min: 1, max: 90 } as const

export type JoinLinkForm = { readonly role: Role; readonly teamId: string | null; readonly days: number }

/** A new link with its address, which nobody can read again. */
export type JoinLinkCreated = { readonly id: string; readonly url: string }

/** Returns the new link; refuses ROLE_NOT_FOUND for administrators and the provider's roles, VALUE_OUT_OF_RANGE outside 1 to 90 days, and TEAM_NOT_FOUND. */
export async function createJoinLink(deps: PeopleDeps, actor: Actor, form: JoinLinkForm): Promise<JoinLinkCreated> {
  const { role, days } = form
  if (!isJoinLinkRole(role)) throw new Refusal({ code: 'ROLE_NOT_FOUND', field: 'role', params: { role } })
  if (days < DAYS.min || days > DAYS.max) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'days', params: { value: days, ...DAYS } })
  const secret = newLinkSecret()
  return changePeople(deps, actor, async ({ tenant, at }) => {
    const teamId = await checkedTeam(tenant, form.teamId)
    const expiresOn = new Date(at.getTime() + days * DAY_MS)
    const link = { role, teamId, hash: linkHash(secret), createdBy: actor.userId, createdOn: at, expiresOn }
    const id = await insertJoinLink(tenant, link)
    const details = { role, teamId, expiresOn: expiresOn.toISOString() }
    await writeAudit(tenant, { userId: actor.userId, at, action: 'CREATE_JOIN_LINK', subject: `join link ${id}`, details })
    return { id, url: `${deps.config.publicUrl}/join?${new URLSearchParams({ secret }).toString()}` }
  })
}

/** Revokes the company's link, which lets nobody in from now on; refuses JOIN_LINK_NOT_FOUND. */
export async function revokeJoinLink(deps: PeopleDeps, actor: Actor, id: string): Promise<void> {
  await changePeople(deps, actor, async ({ tenant, at }) => {
    if (!(await revokeJoinLinkRow(tenant, id, at))) throw new Refusal({ code: 'JOIN_LINK_NOT_FOUND', params: { id } })
    await writeAudit(tenant, { userId: actor.userId, at, action: 'REVOKE_JOIN_LINK', subject: `join link ${id}`, details: {} })
  })
}

/** Returns the company's links that were not revoked, the newest first. */
export async function readJoinLinks(database: Database, companyId: CompanyId): Promise<readonly JoinLink[]> {
  return database.inTenant(companyId, listJoinLinks)
}

/** The offer of a join link, shown before its use. */
export type JoinOffer = { readonly companyName: string; readonly role: Role; readonly expiresOn: Date }

/** Returns the offer of the link. Refuses LINK_EXPIRED for an unknown, revoked or expired link alike. */
export async function describeJoinLink(deps: PeopleDeps, secret: string): Promise<JoinOffer> {
  return deps.database.inSystem(async (tx) => {
    const link = await findUsableJoinLink(tx, linkHash(secret), new Date(deps.now()))
    const company = link === null ? null : await findCompany({ companyId: link.companyId, tx })
    if (link === null || company === null) throw new Refusal({ code: 'LINK_EXPIRED' })
    return { companyName: company.name, role: link.role, expiresOn: link.expiresOn }
  })
}

/**
 * Returns the company that the person joined by the link. A member stays as is, and no use is counted. Refuses LINK_EXPIRED for an unknown, revoked
 * or expired link alike, DEMO_ACCOUNT, and EMAIL_NOT_VERIFIED for an unproven address.
 */
export async function joinCompany(deps: PeopleDeps, userId: UserId, secret: string): Promise<Company> {
  const hash = linkHash(secret)
  const found = await deps.database.inSystem(async (tx) => {
    const person = await findUser(tx, userId)
    if (person === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
    if (isDemoAddress(person.email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
    if (!person.isEmailVerified) throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
    return { person, link: await findUsableJoinLink(tx, hash, new Date(deps.now())) }
  })
  if (found.link === null) throw new Refusal({ code: 'LINK_EXPIRED' })
  const { companyId } = found.link
  const company = await inCompany(deps, companyId, async (locked) => {
    const { tenant, at } = locked
    // Looked up again, now that nobody can revoke it in between.
    const link = await findUsableJoinLink(tenant.tx, hash, at)
    if (link === null) throw new Refusal({ code: 'LINK_EXPIRED' })
    const { role, teamId } = link
    if (!(await insertMembership(tenant.tx, { companyId, userId, role, teamId }))) return locked.company
    await countUse(tenant, link.id)
    const details = { role, teamId, joinLinkId: link.id }
    await writeAudit(tenant, { userId, at, action: 'JOIN_COMPANY', subject: `user ${found.person.email}`, details })
    return locked.company
  })
  deps.topics.memberChanges.publish({ companyId, userId })
  return company
}
