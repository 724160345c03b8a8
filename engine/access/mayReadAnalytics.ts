import type { AbilityGrants } from './abilities.ts'

/** Returns whether the person may see analytics, and with them what energy costs. */
export function mayReadAnalytics(grants: AbilityGrants): boolean {
  return grants.readable.has('ANALYTICS')
}
