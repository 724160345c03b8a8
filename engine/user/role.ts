import type { Role } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'

/** The roles that a company gives to its people; the others are the provider's own (spec 000 §6). */
export const COMPANY_ROLES = ['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** Roles of a shareable join link: never an administrator. */
export const JOIN_LINK_ROLES = ['USER', 'OPERATOR', 'GUEST'] as const
export type JoinLinkRole = (typeof JOIN_LINK_ROLES)[number]

/** The role of a new user or invitation by default (spec 000 §6). */
export const DEFAULT_ROLE: CompanyRole = 'USER'

/** Returns whether a company may give the role to its people. */
export function isCompanyRole(role: string): role is CompanyRole {
  return COMPANY_ROLES.some((one) => one === role)
}

/** Returns whether a link may give the role to whoever has it. */
export function isJoinLinkRole(role: string): role is JoinLinkRole {
  return JOIN_LINK_ROLES.some((one) => one === role)
}

/** What somebody is to become; null = no member any more. */
export type RoleChange = { readonly before: Role; readonly after: Role | null; readonly otherAdministrators: number }

/** Returns LAST_ADMINISTRATOR for a change that would leave the company without an administrator, else null (G-23). */
export function lastAdministratorProblem({ before, after, otherAdministrators }: RoleChange): Problem | null {
  const isLost = before === 'ADMIN' && after !== 'ADMIN'
  return isLost && otherAdministrators === 0 ? { code: 'LAST_ADMINISTRATOR' } : null
}

/** Returns the problem with a company giving the role: ROLE_NOT_FOUND for the provider's own roles. */
export function companyRoleProblem(role: Role, field = 'role'): Problem | null {
  return isCompanyRole(role) ? null : { code: 'ROLE_NOT_FOUND', field, params: { role } }
}

/** Returns which of the work centers the role is limited to: only an operator has some, everybody else sees all (G-23). */
export function assignedTo(role: Role, workCenterIds: readonly number[]): readonly number[] {
  return role === 'OPERATOR' ? [...new Set(workCenterIds)].toSorted((a, b) => a - b) : []
}
