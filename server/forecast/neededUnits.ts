import type { Interval } from '#engine/time/interval.ts'

/** Returns the units of a stretch, in ms UTC, ascending. */
type ReadUnits = (looked: Interval) => Promise<readonly number[]>

type Needed = {
  readonly fewest: number
  /** How long a stretch likely holds so many. */
  readonly likelyMs: number
}

/** Each try is so many times as long as the one before it, so that all of them read hardly more than the last. */
const LONGER = 4

/** Returns the first units of the stretch, as many as are needed at least; fewer where it has no more. It is read no further than that. */
export async function firstUnits(read: ReadUnits, { start, end }: Interval, { fewest, likelyMs }: Needed): Promise<readonly number[]> {
  for (let length = likelyMs; ; length *= LONGER) {
    const looked = { start, end: Math.min(end, start + length) }
    const units = await read(looked)
    if (units.length >= fewest || looked.end >= end) return units
  }
}

/** Returns the last units of the stretch, as many as are needed at least; fewer where it has no more. It is read no further back than that. */
export async function lastUnits(read: ReadUnits, { start, end }: Interval, { fewest, likelyMs }: Needed): Promise<readonly number[]> {
  for (let length = likelyMs; ; length *= LONGER) {
    const looked = { start: Math.max(start, end - length), end }
    const units = await read(looked)
    if (units.length >= fewest || looked.start <= start) return units
  }
}
