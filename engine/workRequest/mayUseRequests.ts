import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the viewer may ask for work and write beside requests (domain.md ST-3): whoever may say something of losses. */
export function mayAskForWork({ updatable }: Pick<AbilityGrants, 'updatable'>): boolean {
  return updatable.has('LOSSES')
}
