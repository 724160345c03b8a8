import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may see what was made: OUTPUTS READ. */
export function mayReadOutput({ readable }: Pick<AbilityGrants, 'readable'>): boolean {
  return readable.has('OUTPUTS')
}

/** Returns whether the person may say what was made: OUTPUTS UPDATE. */
export function mayConfirmOutput({ updatable }: Pick<AbilityGrants, 'updatable'>): boolean {
  return updatable.has('OUTPUTS')
}

/**
 * Returns whether the person may cancel or correct what somebody confirmed (domain.md O-11): their own, or any with OUTPUTS MODIFY. Whether an own one is
 * of the shift in progress the server judges.
 */
export function mayCorrectOutput(
  { id, updatable, modifiable }: Pick<AbilityGrants, 'modifiable' | 'updatable'> & { readonly id: string },
  confirmedBy: string | null,
): boolean {
  return updatable.has('OUTPUTS') && (confirmedBy === id || modifiable.has('OUTPUTS'))
}
