import { DEMO_COMPANY_ID, isProviderRole } from '#engine/access/abilities.ts'
import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import { companyRoleProblem, lastAdministratorProblem } from './role.ts'
import type { RoleChange } from './role.ts'

/** Returns whether the person may see the people of the company. */
export function maySeePeople(grants: AbilityGrants): boolean {
  return grants.readable.has('COMPANY_USERS')
}

/** Returns whether the person may add, change and remove people, invitations and teams, and decide requests for roles. */
export function mayManagePeople(grants: AbilityGrants): boolean {
  return grants.modifiable.has('COMPANY_USERS')
}

/** Returns whether the person may read the audit log. */
export function mayReadAudit(grants: AbilityGrants): boolean {
  return grants.readable.has('AUDIT_LOG')
}

/** Returns the problem of giving a member the role: the provider's people keep theirs, and a company keeps an administrator (G-23). */
export function problemOfRoleChange({ before, after, otherAdministrators }: RoleChange & { readonly after: Role }): Problem | null {
  if (after === before) return null
  if (isProviderRole(before)) return { code: 'PROVIDER_PERSON' }
  return companyRoleProblem(after) ?? lastAdministratorProblem({ before, after, otherAdministrators })
}

/** Returns the problem of removing a member from the company: its last administrator stays (G-23). */
export function problemOfRemoval({ before, otherAdministrators }: Omit<RoleChange, 'after'>): Problem | null {
  return lastAdministratorProblem({ before, after: null, otherAdministrators })
}

/** Returns the problem of requests for roles in the company: nobody decides them in the demo company. */
export function problemOfRequests(companyId: string): Problem | null {
  return companyId === DEMO_COMPANY_ID ? { code: 'DEMO_COMPANY' } : null
}

/** Returns the problem of requesting the role for a member who has `before`. */
export function problemOfRoleRequest({ before, after }: { readonly before: Role; readonly after: Role }): Problem | null {
  if (isProviderRole(before)) return { code: 'PROVIDER_PERSON' }
  return before === after ? { code: 'ROLE_UNCHANGED', field: 'role', params: { role: after } } : null
}
