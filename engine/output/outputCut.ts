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
