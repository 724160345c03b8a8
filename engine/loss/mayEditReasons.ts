import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may change the loss reasons of the company, their groups and their order. */
export function mayEditReasons(grants: AbilityGrants): boolean {
  return grants.modifiable.has('COMPANY_SETTINGS')
}

/** Returns whether the person may make loss tracking rules out of what people say. */
export function mayAcceptRows(grants: AbilityGrants): boolean {
  return grants.updatable.has('WORK_CENTER_SETTINGS')
}
