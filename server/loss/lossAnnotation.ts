import type { StoredAnnotation } from './annotation.store.ts'
import type { Loss } from './lossRow.ts'

/** Returns the annotation that speaks of the loss among those of its time: the one it carries, else the one that its start lies in; null = none. */
export function annotationOf(loss: Loss, annotations: readonly StoredAnnotation[]): StoredAnnotation | null {
  const own = annotations.filter((one) => one.source === loss.source)
  const carried = own.find((one) => one.id === loss.annotationId)
  const isAround = (one: StoredAnnotation) => one.start <= loss.start && loss.start < (one.end ?? Infinity)
  if (loss.source === 'STATUS') return own.find(isAround) ?? null
  return carried ?? own.find((one) => isAround(one) && one.shareMs === null && one.shareUnits === null) ?? null
}

/**
 * Returns the loss with its annotation applied. The derived loss follows the annotation only after ingest has recomputed it; an editor must see the
 * last edit at once.
 */
export function withAnnotation(loss: Loss, annotation: StoredAnnotation | null): Loss {
  if (annotation === null) return loss
  const isReasonStale = annotation.reasonId === null && loss.reasonSource === 'MANUAL'
  return {
    ...loss,
    reasonId: annotation.reasonId ?? (isReasonStale ? null : loss.reasonId),
    reasonSource: annotation.reasonId === null ? (isReasonStale ? null : loss.reasonSource) : 'MANUAL',
    isProvisional: annotation.reasonId === null && loss.isProvisional,
    annotationId: annotation.id,
    comment: annotation.comment,
    isApproved: annotation.isApproved,
    version: Math.max(loss.version, annotation.version),
    updatedBy: annotation.updatedBy,
    updatedOn: annotation.updatedOn,
  }
}
