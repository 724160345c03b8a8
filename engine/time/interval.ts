/** A half-open stretch of time `[start, end)` in UTC ms. */
export type Interval = { readonly start: number; readonly end: number }

/** Returns the length in ms, never below 0. */
export function durationOf(interval: Interval): number {
  return Math.max(0, interval.end - interval.start)
}

/** Returns the common part of two intervals, null when they do not overlap; intervals that only touch do not (G-3). */
export function intersect(a: Interval, b: Interval): Interval | null {
  const start = Math.max(a.start, b.start)
  const end = Math.min(a.end, b.end)
  return start < end ? { start, end } : null
}

/** Returns whether the instant lies in the interval; the start does, the end does not. */
export function contains(interval: Interval, at: number): boolean {
  return interval.start <= at && at < interval.end
}

/** Returns the rest of the interval without the cuts, ascending. Cuts may overlap and be unordered. */
export function subtract(interval: Interval, cuts: readonly Interval[]): Interval[] {
  let left: Interval[] = interval.start < interval.end ? [interval] : []
  for (const cut of cuts) {
    left = left.flatMap((part) => {
      if (!intersect(part, cut)) return [part]
      const before = { start: part.start, end: cut.start }
      const after = { start: cut.end, end: part.end }
      return [before, after].filter((rest) => rest.start < rest.end)
    })
  }
  return left
}
