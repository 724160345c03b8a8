import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may see the rules of notifications. */
export function mayReadRules(grants: AbilityGrants): boolean {
  return grants.readable.has('WORK_CENTER_SETTINGS')
}

/** Returns whether the person may make, change and remove rules of notifications. */
export function mayEditRules(grants: AbilityGrants): boolean {
  return grants.modifiable.has('WORK_CENTER_SETTINGS')
}
