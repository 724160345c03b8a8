import type { LossReasonId } from '#engine/ids.ts'
import { editStop, type AnnotationEdits, type EditedStop } from './annotationEdits.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** What is classified: one piece, or the whole stop that it belongs to. */
export const CLASSIFY_SCOPES = ['LOSS', 'STOP'] as const
export type ClassifyScope = (typeof CLASSIFY_SCOPES)[number]

/** A person's reason for one loss. `annotations` are those of the work center that overlap the stop; more do no harm. */
export type Classification = {
  readonly stop: EditedStop
  readonly loss: { readonly start: number; readonly end: number | null }
  /** null = back to the rules; undefined = unchanged, for example for a comment only. */
  readonly reasonId: LossReasonId | null | undefined
  readonly scope: ClassifyScope
  readonly annotations: readonly LossAnnotation[]
  /** Whether later pieces of an open stop take the reason too if they have none, or have it from this loss; true when absent (domain.md S-22a). */
  readonly isCopiedOnward?: boolean
  /** Up to where: null or absent = as long as the stop goes on; one that is over has no later pieces then. */
  readonly copiedUntil?: number | null
}

/**
 * Returns the annotations to write when a loss or its whole stop is classified (domain.md S-22a, S-24a). Afterwards the loss has an annotation of its
 * own range, which moves with the stop's end if the loss ends there. Annotations of other pieces stay.
 */
export function classifyAnnotation(classification: Classification): AnnotationEdits {
  const { stop, loss, reasonId, scope, annotations, isCopiedOnward = true } = classification
  const from = scope === 'STOP' ? stop.start : loss.start
  const to = scope === 'STOP' ? (stop.end ?? Infinity) : (loss.end ?? Infinity)
  const copiedUntil = classification.copiedUntil ?? (stop.end === null ? Infinity : -Infinity)
  const isCopied = isCopiedOnward && copiedUntil > to && reasonId !== undefined
  // What was said of the loss and its later pieces at once changes at once: else taking a reason back would leave what was copied.
  const isOfLoss = (one: LossAnnotation) => one.source === 'STATUS' && one.start < to && (one.end ?? Infinity) > to
  return editStop({
    stop,
    annotations,
    // A reason that is copied onward makes one annotation with the loss, as long as the stop lasts.
    points: isCopied
      ? [
          from,
          copiedUntil,
          ...(isAnnotatedAfter(
            to,
            annotations.filter((one) => !isOfLoss(one)),
          )
            ? [to]
            : []),
        ]
      : [from, to],
    lossStart: loss.start,
    say: ({ start, annotation }) => {
      const isIn = from <= start && start < to
      const isFree = annotation === null || annotation.reasonId === null || isOfLoss(annotation)
      if (!isIn && !(isCopied && to <= start && start < copiedUntil && isFree)) return undefined
      return reasonId === undefined ? (annotation?.reasonId ?? null) : reasonId
    },
  })
}

function isAnnotatedAfter(at: number, annotations: readonly LossAnnotation[]): boolean {
  return annotations.some(
    ({ source, start, end, reasonId }) => source === 'STATUS' && reasonId !== null && start <= at && at < (end ?? Infinity),
  )
}
