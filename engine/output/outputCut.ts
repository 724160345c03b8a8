import { SECOND_MS } from '#engine/time/durations.ts'

/** Two cuts within this time are one: two people tapped at once (domain.md O-4). */
export const SAME_CUT_MS = 10 * SECOND_MS

/** Returns the first of the ascending cuts after the instant, Infinity for none. */
export function nextCut(cuts: readonly number[], after: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle] ?? Infinity) > after) high = middle
    else low = middle + 1
  }
  return cuts[low] ?? Infinity
}
