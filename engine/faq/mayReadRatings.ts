import { type AbilityGrants, isProviderRole, type Role } from '#engine/access/abilities.ts'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'

/** Returns whether the person is told how many people entries of the FAQ helped: who writes answers, and visitors of the provider. */
export function mayReadRatings(viewer: AbilityGrants & { readonly role: Role }): boolean {
  return mayEditCompany(viewer) || (isProviderRole(viewer.role) && viewer.readable.has('COMPANY_SETTINGS'))
}
