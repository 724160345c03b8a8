import type { LossInterval } from '#engine/facts.ts'
import type { LossAnnotationId } from '#engine/ids.ts'
import type { LossAnnotation } from './lossSetup.ts'

/**
 * Returns the annotations of `[from, to)` that no loss carries any more: no ineffective time is left under them (domain.md S-28). `losses` are all
 * losses of the work center that overlap the range. One that reaches over an edge of the range, or lies after it, is not told of.
 */
export function uncoveredAnnotations(
  annotations: readonly LossAnnotation[],
  losses: readonly Pick<LossInterval, 'annotationId'>[],
  from: number,
  to: number,
): LossAnnotationId[] {
  const carried = new Set(losses.map((loss) => loss.annotationId))
  return annotations.flatMap(({ id, start, end }) => (from <= start && (end ?? start) < to && !carried.has(id) ? [id] : []))
}

/**
 * Returns the end of each open annotation whose stop is over: from then on it covers that time only (domain.md S-28). Without it the annotation would
 * stand in the way of the next stop's.
 */
export function endedAnnotations(
  annotations: readonly LossAnnotation[],
  losses: readonly Pick<LossInterval, 'annotationId' | 'end'>[],
): { readonly id: LossAnnotationId; readonly end: number }[] {
  return annotations.flatMap(({ id, source, end: known }) => {
    const own = losses.filter((loss) => loss.annotationId === id)
    if (known !== null || source !== 'STATUS' || own.length === 0) return []
    const ends = own.flatMap(({ end }) => (end === null ? [] : [end]))
    return ends.length < own.length ? [] : [{ id, end: Math.max(...ends) }]
  })
}
