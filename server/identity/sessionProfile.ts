import { fullName } from '#engine/user/person.ts'
import type { Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { listMemberships } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { findUser } from '#server/user/user.store.ts'

/** What a front end reads after sign-in (spec 000 §3, session profile). Names as in tokens and /userinfo. */
export type SessionProfile = {
  readonly sub: UserId
  readonly preferred_username: string
  readonly name: string
  /** null for a person who has no company yet. */
  readonly role: Role | null
  readonly company_id: CompanyId | null
  readonly company_name: string | null
  readonly company_info: readonly { readonly id: CompanyId; readonly name: string }[]
}

export type ProfileAnswer =
  | { readonly kind: 'profile'; readonly profile: SessionProfile }
  | { readonly kind: 'unknown-user' }
  | { readonly kind: 'not-a-member' }

/** Returns the profile of a person in the company of an authority; without a company in the person's default one, the first of the switcher. */
export async function readSessionProfile(database: Database, userId: UserId, companyId: CompanyId | null): Promise<ProfileAnswer> {
  const { user, memberships } = await database.inSystem(async (tx) => ({
    user: await findUser(tx, userId),
    memberships: await listMemberships(tx, userId),
  }))
  if (user === null) return { kind: 'unknown-user' }
  const current = companyId === null ? memberships[0] : memberships.find((membership) => membership.companyId === companyId)
  if (companyId !== null && current === undefined) return { kind: 'not-a-member' }
  const profile: SessionProfile = {
    sub: user.id,
    preferred_username: user.email,
    name: fullName(user),
    role: current?.role ?? null,
    company_id: current?.companyId ?? null,
    company_name: current?.companyName ?? null,
    company_info: memberships.map((membership) => ({ id: membership.companyId, name: membership.companyName })),
  }
  return { kind: 'profile', profile }
}
