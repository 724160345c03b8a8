import type { ReasonSource } from '#engine/facts.ts'
import type { LossReasonId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { editStop, type AnnotationEdits, type EditedStop } from './annotationEdits.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** A piece that is merged with its neighbours; `end` null = it goes on. */
export type MergedPiece = {
  readonly id: number
  readonly workCenterId: number
  readonly source: 'OUTPUT' | 'SPEED' | 'STATUS'
  readonly start: number
  readonly end: number | null
  readonly chainStart: number
  readonly shiftStart: number
  readonly reasonId: LossReasonId | null
  readonly comment: string | null
}

/** So many pieces at most, as many as a split makes. */
export const MAX_MERGED = 101
const SEPARATOR = ' · '

/**
 * Returns why the pieces cannot become one, or null (domain.md S-34): at least two pieces of one stop in one shift, each beginning where the one
 * before it ends.
 */
export function problemOfMerge(pieces: readonly MergedPiece[]): Problem | null {
  const sorted = pieces.toSorted((left, right) => left.start - right.start)
  const [first] = sorted
  if (first === undefined || sorted.length < 2) return { code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 2, max: MAX_MERGED } }
  const stray = sorted.find(
    (piece, at) =>
      piece.source !== 'STATUS' ||
      piece.workCenterId !== first.workCenterId ||
      piece.chainStart !== first.chainStart ||
      piece.shiftStart !== first.shiftStart ||
      (at > 0 && sorted[at - 1]?.end !== piece.start),
  )
  return stray === undefined ? null : { code: 'MERGE_NOT_NEIGHBOURS', field: 'ids', params: { id: stray.id } }
}

/**
 * Returns the reason of the pieces when a person gives none: null, so that rules decide, where no person gave one to any of them; else the one that all
 * have; undefined when they differ, so that a person must choose.
 */
export function commonReason(
  pieces: readonly (Pick<MergedPiece, 'reasonId'> & { readonly reasonSource: ReasonSource | null })[],
): LossReasonId | null | undefined {
  if (pieces.every(({ reasonSource }) => reasonSource !== 'MANUAL')) return null
  const reasons = [...new Set(pieces.map(({ reasonId }) => reasonId))]
  return reasons.length === 1 ? reasons[0] : undefined
}

/** Returns what was written about the pieces, in the order of time, each text once; null where nobody wrote. */
export function joinedComment(pieces: readonly Pick<MergedPiece, 'start' | 'comment'>[]): string | null {
  const texts = pieces.toSorted((left, right) => left.start - right.start).flatMap(({ comment }) => (comment === null ? [] : [comment]))
  return texts.length === 0 ? null : [...new Set(texts)].join(SEPARATOR)
}

/**
 * Returns the annotations to write when the pieces become one with the reason (domain.md S-34); null = rules decide. What was said before and after
 * them in the same stop stays.
 */
export function mergeAnnotations(input: {
  readonly stop: EditedStop
  readonly pieces: readonly Pick<MergedPiece, 'start' | 'end'>[]
  readonly reasonId: LossReasonId | null
  readonly annotations: readonly LossAnnotation[]
}): AnnotationEdits {
  const { stop, annotations, pieces, reasonId } = input
  const from = Math.min(...pieces.map(({ start }) => start))
  const to = Math.max(...pieces.map(({ end }) => end ?? Infinity))
  const isIn = ({ start }: { readonly start: number }): boolean => from <= start && start < to
  const edits = editStop({ stop, annotations, points: [from, to], lossStart: from, say: (cell) => (isIn(cell) ? reasonId : undefined) })
  const [kept, ...given] = edits.changed.filter(isIn)
  const [first = kept] = edits.added.filter(isIn)
  const outside = { changed: edits.changed.filter((one) => !isIn(one)), added: edits.added.filter((one) => !isIn(one)) }
  const span = {
    start: from,
    end: to === Infinity ? null : to,
    startsWithStop: from === stop.start,
    endsWithStop: to === (stop.end ?? Infinity),
  }
  if (kept !== undefined) {
    const merged = { ...kept, ...span, isOfLoss: true, isManual: [kept, ...given].some(({ isManual }) => isManual) }
    return { removed: given.map(({ id }) => id), changed: [...outside.changed, merged], added: outside.added }
  }
  return { ...outside, removed: [], added: [...outside.added, ...(first === undefined ? [] : [{ ...first, ...span, isOfLoss: true }])] }
}
