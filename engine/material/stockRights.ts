import type { AbilityGrants, Role } from '#engine/access/abilities.ts'

/** Who looks at stock: what the role allows, and which it is. */
type Viewer = Pick<AbilityGrants, 'modifiable' | 'updatable'> & { readonly role?: Role | null }

/** Returns whether the viewer may receive, install and charge off material. */
export function mayMoveStock({ updatable }: Pick<Viewer, 'updatable'>): boolean {
  return updatable.has('OUTPUTS')
}

/** Returns whether the viewer may set a balance after a count, and leave consumption uncovered where the bill of material is checked. */
export function mayCountStock({ modifiable }: Pick<Viewer, 'modifiable'>): boolean {
  return modifiable.has('OUTPUTS')
}

/** Returns whether the viewer may name the batch of consumption that none covers: operators do not. */
export function mayCoverConsumption({ updatable, role }: Pick<Viewer, 'role' | 'updatable'>): boolean {
  return mayMoveStock({ updatable }) && role !== 'OPERATOR'
}
