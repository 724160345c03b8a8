import type { WorkCenterId } from '#engine/ids.ts'

/** What decides who may see a work request. */
export type SeenRequest = { readonly workCenterId: WorkCenterId | null; readonly createdBy: string; readonly responsibleId: string | null }

/**
 * Returns whether the person may see the request (domain.md ST-3): who sees only some work centers sees those of their work centers, and all that they
 * wrote or are responsible for. `visible` null = all work centers.
 */
export function isRequestVisible(request: SeenRequest, visible: ReadonlySet<number> | null, userId: string): boolean {
  if (visible === null || request.createdBy === userId || request.responsibleId === userId) return true
  return request.workCenterId !== null && visible.has(request.workCenterId)
}
