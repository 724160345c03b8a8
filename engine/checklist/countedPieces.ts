import type { Interval } from '#engine/time/interval.ts'
import type { ChecklistFacts } from './checklist.ts'

/** A piece of a shift in which counted time passes or stands still. */
export type CountedPiece = Interval & { readonly counts: boolean }

/** The pieces of all shifts, ascending, and how much time was counted before each; the last entry of `before` is what was counted in all of them. */
export type CountedTime = { readonly pieces: readonly CountedPiece[]; readonly before: readonly number[] }

type CountedFacts = Pick<ChecklistFacts, 'shifts' | 'statuses'>
/** Facts do not change: the many checklists of a work center share what is counted there (1,000 of them at 50 work centers: 2 s instead of 230 s). */
const known = new WeakMap<CountedFacts, Map<boolean, CountedTime>>()

/**
 * Returns the pieces of all shifts, cut where counting begins or ends (domain.md CL-1). Time outside shifts has no piece. With `pauses` only time in which the
 * machine works counts.
 */
export function countedTime(facts: CountedFacts, { pauses }: { readonly pauses: boolean }): CountedTime {
  const found = known.get(facts)?.get(pauses)
  if (found !== undefined) return found
  const pieces = pauses ? workedPieces(facts) : facts.shifts.map(({ start, end }) => ({ start, end, counts: true }))
  const before = [0]
  for (const { start, end, counts } of pieces) before.push((before.at(-1) ?? 0) + (counts ? end - start : 0))
  const made = { pieces, before }
  known.set(facts, (known.get(facts) ?? new Map<boolean, CountedTime>()).set(pauses, made))
  return made
}

/** Returns the index of the first piece that ends after the instant. */
export function pieceAfter({ pieces }: CountedTime, at: number): number {
  return firstIndex(pieces.length, (index) => (pieces[index]?.end ?? Infinity) > at)
}

/** Returns the first instant within a piece, before `to`, by which so much time was counted since `from`; null = there is none. */
export function instantAfter(time: CountedTime, from: number, neededMs: number, to: number): number | null {
  const { pieces, before } = time
  const first = pieceAfter(time, from)
  const begun = pieces[first]
  if (begun === undefined) return null
  const target = (before[first] ?? 0) + (begun.counts ? Math.max(0, from - begun.start) : 0) + neededMs
  const found =
    first +
    firstIndex(pieces.length - first, (index) => (before[first + index] ?? 0) >= target || (before[first + index + 1] ?? Infinity) > target)
  const piece = pieces[found]
  if (piece === undefined) return null
  const at = Math.max(piece.start, from, piece.start + target - (before[found] ?? 0))
  return at < to ? at : null
}

/** A hot loop: both lists ascend and are walked once. */
function workedPieces({ shifts, statuses }: CountedFacts): readonly CountedPiece[] {
  const pieces: CountedPiece[] = []
  let next = 0
  for (const shift of shifts) {
    let at = shift.start
    while (next < statuses.length && (statuses[next]?.end ?? Infinity) <= shift.start) next++
    for (let index = next; index < statuses.length; index++) {
      const status = statuses[index]
      if (status === undefined || status.start >= shift.end) break
      if (!status.isRunning) continue
      const start = Math.max(status.start, at)
      const end = Math.min(status.end ?? Infinity, shift.end)
      if (start >= end) continue
      if (at < start) pieces.push({ start: at, end: start, counts: false })
      pieces.push({ start, end, counts: true })
      at = end
    }
    if (at < shift.end) pieces.push({ start: at, end: shift.end, counts: false })
  }
  return pieces
}

/** The first index below `length` for which it holds, `length` where it never does; once it holds it holds for all that follow. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
