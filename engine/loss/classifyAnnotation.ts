import type { LossReasonId } from '#engine/ids.ts'
import { editStop, type AnnotationEdits, type EditedStop } from './annotationEdits.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** What is classified: one piece, or the whole stop that it belongs to. */
export const CLASSIFY_SCOPES = ['LOSS', 'STOP'] as const
export type ClassifyScope = (typeof CLASSIFY_SCOPES)[number]

/** A person's word about the reason of one loss. `annotations` are those of the work center that overlap the stop, more do no harm. */
export type Classification = {
  readonly stop: EditedStop
  readonly loss: { readonly start: number; readonly end: number | null }
  /** null = no reason of a person any more: rules decide again; undefined = what is said stays, e.g. to comment on the loss. */
  readonly reasonId: LossReasonId | null | undefined
  readonly scope: ClassifyScope
  readonly annotations: readonly LossAnnotation[]
  /** Whether later pieces of a stop that goes on take the reason too, where nobody gave them one; true when absent (domain.md S-22). */
  readonly isCopiedOnward?: boolean
}

/**
 * Returns the annotations to write when a loss or its whole stop is classified (domain.md S-22, S-24). The loss has an annotation of its own range
 * afterwards, which moves with the stop where the loss ends with it; what was said about other pieces stays.
 */
export function classifyAnnotation(classification: Classification): AnnotationEdits {
  const { stop, loss, reasonId, scope, annotations, isCopiedOnward = true } = classification
  const from = scope === 'STOP' ? stop.start : loss.start
  const to = scope === 'STOP' ? (stop.end ?? Infinity) : (loss.end ?? Infinity)
  const isCopied = isCopiedOnward && stop.end === null && reasonId !== undefined
  return editStop({
    stop,
    annotations,
    // A reason that is copied onward makes one annotation with the loss, as long as the stop lasts.
    points: isCopied && !isAnnotatedAfter(to, annotations) ? [from] : [from, to],
    lossStart: loss.start,
    say: ({ start, annotation }) => {
      const isIn = from <= start && start < to
      if (!isIn && !(isCopied && start >= to && (annotation?.reasonId ?? null) === null)) return undefined
      return reasonId === undefined ? (annotation?.reasonId ?? null) : reasonId
    },
  })
}

function isAnnotatedAfter(at: number, annotations: readonly LossAnnotation[]): boolean {
  return annotations.some(
    ({ source, start, end, reasonId }) => source === 'STATUS' && reasonId !== null && start <= at && at < (end ?? Infinity),
  )
}
