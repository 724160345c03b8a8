import type { LossReasonId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { editStop, type AnnotationEdits, type EditedStop } from './annotationEdits.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** So many points at most: each piece is a row that people look at. */
export const MAX_SPLIT_POINTS = 100

/** The piece that is split: `end` null = it goes on. */
export type SplitLoss = { readonly start: number; readonly end: number | null }

/**
 * Returns the problems of splitting the loss at the points (UTC ms), none when allowed (domain.md S-26, E-40): 1 to 100 points, each strictly inside
 * the loss, before `now` while it is open, on whole seconds, none twice. `field` is `splitPoints.<index>`; `from` and `to` are the legal range.
 */
export function validateSplit(loss: SplitLoss, points: readonly number[], now: number): Problem[] {
  if (points.length === 0) return [{ code: 'SPLIT_POINT_REQUIRED', field: 'splitPoints' }]
  if (points.length > MAX_SPLIT_POINTS)
    return [{ code: 'LENGTH_OUT_OF_RANGE', field: 'splitPoints', params: { min: 1, max: MAX_SPLIT_POINTS } }]
  const to = loss.end ?? now
  return points.flatMap((point, index): Problem[] => {
    const field = `splitPoints.${index}`
    if (!(loss.start < point && point < to)) return [{ code: 'SPLIT_POINT_OUTSIDE', field, params: { at: point, from: loss.start, to } }]
    if (point % SECOND_MS !== 0) return [{ code: 'SPLIT_POINT_NOT_WHOLE_SECOND', field, params: { at: point } }]
    if (points.indexOf(point) < index) return [{ code: 'SPLIT_POINT_TWICE', field, params: { at: point } }]
    return []
  })
}

/**
 * Returns the annotations to write when a loss is split at the points (domain.md S-26): one per piece, sharing the time of the loss. A piece keeps
 * its reason unless `reasonIds` has one at its place; null there = decided by rules.
 */
export function splitAnnotations(input: {
  readonly stop: EditedStop
  readonly loss: SplitLoss
  readonly points: readonly number[]
  readonly reasonIds?: readonly (LossReasonId | null | undefined)[]
  readonly annotations: readonly LossAnnotation[]
}): AnnotationEdits {
  const { stop, loss, reasonIds = [] } = input
  const end = loss.end ?? Infinity
  const inside = [...new Set(input.points)].filter((point) => loss.start < point && point < end).sort((a, b) => a - b)
  const starts = [loss.start, ...inside]
  return editStop({
    stop,
    annotations: input.annotations,
    points: [...starts, end],
    lossStart: loss.start,
    say: ({ start, annotation }) => {
      if (start < loss.start || start >= end) return undefined
      const given = reasonIds[starts.indexOf(start)]
      return given === undefined ? (annotation?.reasonId ?? null) : given
    },
  })
}
