import type { LossAnnotation } from './lossSetup.ts'

/** A stretch of one stop with its annotation; null = none. */
export type AnnotatedStretch = { readonly start: number; readonly end: number; readonly annotation: LossAnnotation | null }

/** The time of one stop, to its end or as far as it is known. `isOpen`: it may continue. */
export type StopSpan = { readonly start: number; readonly end: number; readonly isOpen: boolean }

/** `undecidedFrom` = from where on it depends on how long the stop goes on; the stop's end when nothing does. */
export type AnnotatedStop = { readonly stretches: readonly AnnotatedStretch[]; readonly undecidedFrom: number }

/**
 * Returns the stop cut by its annotations, without gap or overlap (domain.md S-28). An annotation holds for the time of the stop that it covers; one
 * without an end holds from its start to the end of the stop. An edge that is the stop's own moves to the stop's edge, at the start at most by
 * `reachOf`; where two edges meet, the annotation that covers more of the stop takes the time between. `annotations` ascend by start and do not
 * overlap.
 */
export function annotatedStretches(
  stop: StopSpan,
  annotations: readonly LossAnnotation[],
  reachOf: (annotation: LossAnnotation) => number,
): AnnotatedStop {
  const { grounds, next } = groundsOf(stop, annotations)
  const stretches: AnnotatedStretch[] = []
  let undecidedFrom = stop.end
  let left: AnnotatedStretch | null = null
  for (const right of grounds) {
    const gapStart = left?.end ?? stop.start
    const reach = rightReach(right, gapStart, reachOf)
    const leftAnnotation = goesOn(left) ? (left?.annotation ?? null) : null
    push(stretches, gapStart, reach, leftAnnotation)
    const winner = left && leftAnnotation ? stronger(left, right, stop) : right
    if (winner === 'UNDECIDED') undecidedFrom = Math.min(undecidedFrom, reach)
    push(stretches, reach, right.start, winner === 'UNDECIDED' ? leftAnnotation : winner.annotation)
    push(stretches, right.start, right.end, right.annotation)
    left = right
  }
  const rest = left?.end ?? stop.start
  push(stretches, rest, stop.end, goesOn(left) ? (left?.annotation ?? null) : null)
  if (stop.isOpen && next?.startsWithStop) undecidedFrom = Math.min(undecidedFrom, Math.max(rest, reachOf(next)))
  return { stretches, undecidedFrom }
}

/** The part of the stop that each annotation covers, and the first annotation that the stop has not reached yet. */
function groundsOf(
  stop: StopSpan,
  annotations: readonly LossAnnotation[],
): { grounds: AnnotatedStretch[]; next: LossAnnotation | undefined } {
  const grounds: AnnotatedStretch[] = []
  let index = firstFrom(annotations, stop.start)
  for (let before = annotations[index - 1]; before && (before.end === null || before.end > stop.start); before = annotations[index - 1])
    index--
  for (let annotation = annotations[index]; annotation && annotation.start < stop.end; annotation = annotations[++index]) {
    if (annotation.end === null && annotation.start < stop.start) continue
    const start = Math.max(annotation.start, grounds.at(-1)?.end ?? stop.start)
    const end = Math.min(annotation.end ?? stop.end, stop.end)
    if (start < end) grounds.push({ start, end, annotation })
  }
  return { grounds, next: annotations[index] }
}

/** Returns the index of the first annotation that starts at or after the instant. */
function firstFrom(annotations: readonly LossAnnotation[], at: number): number {
  let low = 0
  let high = annotations.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((annotations[middle]?.start ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}

function goesOn(left: AnnotatedStretch | null): boolean {
  return left?.annotation?.endsWithStop === true && left.end === left.annotation.end
}

function rightReach(right: AnnotatedStretch, gapStart: number, reachOf: (annotation: LossAnnotation) => number): number {
  const { annotation, start } = right
  if (!annotation?.startsWithStop || annotation.start !== start || gapStart === start) return start
  return Math.min(start, Math.max(gapStart, reachOf(annotation)))
}

/** The annotation that covers more of the stop. The right one may still grow with the stop; one without an end is the newest and wins. */
function stronger(left: AnnotatedStretch, right: AnnotatedStretch, stop: StopSpan): AnnotatedStretch | 'UNDECIDED' {
  const leftMs = left.end - left.start
  const end = right.annotation?.end ?? Infinity
  if (end === Infinity || right.end - right.start > leftMs) return right
  return stop.isOpen && right.end < end && end - right.start > leftMs ? 'UNDECIDED' : left
}

function push(stretches: AnnotatedStretch[], start: number, end: number, annotation: LossAnnotation | null): void {
  if (start >= end) return
  const last = stretches.at(-1)
  if (last && last.annotation === annotation) stretches[stretches.length - 1] = { ...last, end }
  else stretches.push({ start, end, annotation })
}
