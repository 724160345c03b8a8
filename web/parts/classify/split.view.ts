import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'

/** Below it a cut stands on tens of seconds, above on whole minutes of the clock. */
const SHORT_MS = 10 * MINUTE_MS

/** Returns the step on which a cut of the stop comes to stand, in ms. */
export function cutStep(start: number, end: number): number {
  if (end - start < MINUTE_MS) return SECOND_MS
  return end - start < SHORT_MS ? 10 * SECOND_MS : MINUTE_MS
}

/** Returns the first and the last step of the clock strictly inside the stop. */
export function cutRange(start: number, end: number): { readonly first: number; readonly last: number } {
  const step = cutStep(start, end)
  return { first: (Math.floor(start / step) + 1) * step, last: (Math.ceil(end / step) - 1) * step }
}

/** Returns where the cut stands first: in the middle, on a step. UTC ms. */
export function firstCut(start: number, end: number): number {
  return movedCut((start + end) / 2, start, end, cutStep(start, end))
}

/** Returns the cut at the instant, on a step of the clock if one lies inside the stop, and always strictly inside it on a whole second. */
export function movedCut(at: number, start: number, end: number, step = SECOND_MS): number {
  const onStep = Math.round(at / step) * step
  const [first, last] = [Math.floor(start / SECOND_MS) * SECOND_MS + SECOND_MS, Math.ceil(end / SECOND_MS) * SECOND_MS - SECOND_MS]
  const isInside = start < onStep && onStep < end
  const wanted = isInside ? onStep : Math.round(at / SECOND_MS) * SECOND_MS
  return Math.min(Math.max(wanted, first), last)
}
