import type { AbilityGrants, Role } from '#engine/access/abilities.ts'

/** Who looks at orders: what the role allows, and which it is. */
type Viewer = Pick<AbilityGrants, 'readable' | 'updatable'> & { readonly role?: Role | null }

/** Returns whether the viewer may see job orders. */
export function mayReadOrders({ readable }: Pick<Viewer, 'readable'>): boolean {
  return readable.has('JOB_ORDERS')
}

/** Returns whether the viewer may plan job orders: operators work on them and do not plan them (domain.md J-1). */
export function mayPlanOrders({ updatable, role }: Pick<Viewer, 'role' | 'updatable'>): boolean {
  return updatable.has('JOB_ORDERS') && role !== 'OPERATOR'
}

/** Returns whether the viewer may write beside the orders that they see (domain.md C-1): operators too. */
export function mayWriteBesideOrders({ updatable }: Pick<Viewer, 'updatable'>): boolean {
  return updatable.has('JOB_ORDERS')
}

/** Returns whether the viewer may say when orders were worked on (domain.md J-3, F-5): operators too. */
export function mayDateOrders({ updatable }: Pick<Viewer, 'updatable'>): boolean {
  return updatable.has('JOB_ORDERS')
}

/** Returns whether the viewer may manage job orders: close and cancel those of work centers that a file does not name (domain.md I-3). */
export function mayManageOrders({ modifiable }: Pick<AbilityGrants, 'modifiable'>): boolean {
  return modifiable.has('JOB_ORDERS')
}
