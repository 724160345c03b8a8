import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may say what was made: OUTPUTS UPDATE. */
export function mayConfirmOutput({ updatable }: Pick<AbilityGrants, 'updatable'>): boolean {
  return updatable.has('OUTPUTS')
}
