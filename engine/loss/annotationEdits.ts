import type { LossAnnotationId, LossReasonId } from '#engine/ids.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { annotatedStretches } from './annotatedStretches.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** The physical stop that an edited loss is a piece of; `end` null = it goes on. */
export type EditedStop = { readonly start: number; readonly end: number | null; readonly kind: StatusKind }

/** An annotation to be written; `isOfLoss` = it is the one of the loss that was edited, where its comment and approval belong. */
export type AnnotationDraft = Omit<LossAnnotation, 'id'> & { readonly isOfLoss: boolean }

/**
 * The writes of an edit, in order, so that annotations never overlap. `changed` keep their id, note and comment, which stay on the first piece;
 * approval is cleared on all (domain.md S-26, S-27).
 */
export type AnnotationEdits = {
  readonly removed: readonly LossAnnotationId[]
  readonly changed: readonly (AnnotationDraft & { readonly id: LossAnnotationId })[]
  readonly added: readonly AnnotationDraft[]
}

/** A stretch of the stop; `end` Infinity = open. `said` undefined = unchanged, else the new reason. */
type Cell = {
  readonly start: number
  readonly end: number
  readonly annotation: LossAnnotation | null
  readonly said: LossReasonId | null | undefined
}

/** Returns the new reason of a stretch `[start, end)` of the stop; undefined = unchanged. */
type Say = (cell: Omit<Cell, 'said'>) => LossReasonId | null | undefined

/**
 * Returns the edits that give the stop's annotations the reasons of `say`. The stop is cut at `points`. Annotations outside the edited stretches
 * stay. `lossStart` is the start of the edited loss. Annotations of closed stops have an end.
 */
export function editStop(input: {
  readonly stop: EditedStop
  readonly annotations: readonly LossAnnotation[]
  readonly points: readonly number[]
  readonly lossStart: number
  readonly say: Say
}): AnnotationEdits {
  const { stop, lossStart } = input
  const own = statusAnnotations(input.annotations).filter((annotation) => stop.kind !== 'NO_DATA' || annotation.isManual)
  const span = { start: stop.start, end: stop.end ?? Infinity, isOpen: false }
  const cells = annotatedStretches(span, own, () => -Infinity)
    .stretches.flatMap((stretch) => cut(stretch, input.points))
    .map((cell): Cell => ({ ...cell, said: input.say(cell) }))
  const changed: (AnnotationDraft & { id: LossAnnotationId })[] = []
  const added: AnnotationDraft[] = []
  const touched = new Set(cells.flatMap((cell) => (cell.annotation && cell.said !== undefined ? [cell.annotation] : [])))
  for (const annotation of touched) {
    const [first, ...rest] = partsOf(annotation, cells, stop)
    if (first) changed.push({ ...draftOf(first, stop, lossStart), id: annotation.id })
    for (const part of rest) added.push(draftOf(part, stop, lossStart))
  }
  for (const cell of cells) if (!cell.annotation && cell.said !== undefined) added.push(draftOf(cell, stop, lossStart))
  return { removed: [], changed, added: added.sort((a, b) => a.start - b.start) }
}

/** Returns the annotations of stops, ascending by start. */
export function statusAnnotations(annotations: readonly LossAnnotation[]): LossAnnotation[] {
  return annotations.filter((annotation) => annotation.source === 'STATUS').sort((a, b) => a.start - b.start)
}

function cut(stretch: Omit<Cell, 'said'>, points: readonly number[]): Omit<Cell, 'said'>[] {
  const inside = [...new Set(points)].filter((point) => stretch.start < point && point < stretch.end).sort((a, b) => a - b)
  return [stretch.start, ...inside].map((start, index) => ({ ...stretch, start, end: inside[index] ?? stretch.end }))
}

/** The parts of an annotation after the edit: before and after the stop, and its cells. Unchanged neighbours stay one. */
function partsOf(annotation: LossAnnotation, cells: readonly Cell[], stop: EditedStop): Cell[] {
  const parts: Cell[] = []
  if (annotation.start < stop.start) parts.push({ start: annotation.start, end: stop.start, annotation, said: undefined })
  for (const cell of cells) {
    if (cell.annotation !== annotation) continue
    const last = parts.at(-1)
    if (last && last.end === cell.start && last.said === undefined && cell.said === undefined)
      parts[parts.length - 1] = { ...last, end: cell.end }
    else parts.push(cell)
  }
  if (stop.end !== null && annotation.end !== null && annotation.end > stop.end)
    parts.push({ start: stop.end, end: annotation.end, annotation, said: undefined })
  return parts
}

function draftOf(cell: Cell, stop: EditedStop, lossStart: number): AnnotationDraft {
  const { start, end, annotation, said } = cell
  const isUntouched = said === undefined && annotation !== null
  const isOwnStart = isUntouched && start <= annotation.start
  const isOwnEnd = isUntouched && end >= (annotation.end ?? Infinity)
  return {
    source: 'STATUS',
    start,
    end: end === Infinity ? null : end,
    startsWithStop: isOwnStart ? annotation.startsWithStop : start === stop.start,
    endsWithStop: isOwnEnd ? annotation.endsWithStop : end === (stop.end ?? Infinity),
    reasonId: said === undefined ? (annotation?.reasonId ?? null) : said,
    isManual: annotation?.isManual === true || stop.kind === 'NO_DATA',
    shareMs: null,
    shareUnits: null,
    isOfLoss: start <= lossStart && lossStart < end,
  }
}
