import type { AbilityGrants } from '#engine/access/abilities.ts'

/** Returns whether the person may connect other systems, set them up and remove them. */
export function mayManageIntegrations({ modifiable }: Pick<AbilityGrants, 'modifiable'>): boolean {
  return modifiable.has('INTEGRATIONS')
}

/** Returns whether the person may import, retry, and decide about messages to other systems. */
export function mayRunIntegrations({ updatable }: Pick<AbilityGrants, 'updatable'>): boolean {
  return updatable.has('INTEGRATIONS')
}

/** Returns whether the person may see the integrations. */
export function mayReadIntegrations({ readable }: Pick<AbilityGrants, 'readable'>): boolean {
  return readable.has('INTEGRATIONS')
}
