import type { LossAnnotationId, LossReasonId } from '#engine/ids.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** A part of a SPEED or OUTPUT loss: units, their worth in time, and the annotation. */
export type LossPart = {
  readonly quantity: number
  readonly durationMs: number
  readonly annotationId: LossAnnotationId | null
  readonly reasonId: LossReasonId | null
}

type Whole = { readonly quantity: number; readonly durationMs: number }

/**
 * Returns the parts of a loss: the share of each annotation in order, in ms or units, at most the remainder, and the remainder without a reason. An
 * annotation without a share takes the remainder. Quantity and duration keep their sums (domain.md S-29, S-30).
 */
export function shareLoss(whole: Whole, annotations: readonly LossAnnotation[]): LossPart[] {
  const parts: LossPart[] = []
  let left = 1
  for (const { id, reasonId, shareMs, shareUnits } of annotations) {
    const share = Math.min(left, shareOf(whole, shareMs, shareUnits))
    if (share <= 0) continue
    left = left - share < 1e-12 ? 0 : left - share
    parts.push({ ...partOf(whole, share), annotationId: id, reasonId })
  }
  const rest = { quantity: whole.quantity, durationMs: whole.durationMs }
  for (const part of parts) {
    rest.quantity -= part.quantity
    rest.durationMs -= part.durationMs
  }
  const last = parts.at(-1)
  if (left > 0 || !last) return [...parts, { ...rest, annotationId: null, reasonId: null }]
  // What rounding left over belongs to the last, so that the sums stay.
  parts[parts.length - 1] = { ...last, quantity: last.quantity + rest.quantity, durationMs: last.durationMs + rest.durationMs }
  return parts
}

function shareOf({ quantity, durationMs }: Whole, shareMs: number | null, shareUnits: number | null): number {
  if (shareMs !== null) return durationMs > 0 ? shareMs / durationMs : 0
  if (shareUnits !== null) return quantity > 0 ? shareUnits / quantity : 0
  return 1
}

function partOf({ quantity, durationMs }: Whole, share: number): Whole {
  return { quantity: Math.round(quantity * share * 1000) / 1000, durationMs: Math.round(durationMs * share) }
}
