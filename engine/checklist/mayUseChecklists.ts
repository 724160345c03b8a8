import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may see what checklists ask and what was answered. */
export function mayReadChecklists({ readable }: Pick<AbilityGrants, 'readable'>): boolean {
  return readable.has('CHECKLISTS')
}

/** Returns whether the person may answer checklists, start them and skip them. */
export function mayAnswerChecklists({ updatable }: Pick<AbilityGrants, 'updatable'>): boolean {
  return updatable.has('CHECKLISTS')
}

/** Returns whether the person may make, change and delete checklists. */
export function mayEditChecklists({ modifiable }: Pick<AbilityGrants, 'modifiable'>): boolean {
  return modifiable.has('CHECKLISTS')
}
