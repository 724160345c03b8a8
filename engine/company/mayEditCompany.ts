import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may change the settings and the photo of the company. */
export function mayEditCompany(grants: AbilityGrants): boolean {
  return grants.modifiable.has('COMPANY_SETTINGS')
}

/** Returns whether the person may make and revoke API keys. */
export function mayManageKeys(grants: AbilityGrants): boolean {
  return grants.modifiable.has('API_KEY')
}
