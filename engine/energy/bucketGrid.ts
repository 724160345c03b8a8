import { bucketAt } from '#engine/time/bucket.ts'

/** Bucket lengths in minutes that energy is asked for in (domain.md S-13). */
export const ENERGY_BUCKET_MINUTES = [5, 15, 30, 60] as const
export type EnergyBucketMinutes = (typeof ENERGY_BUCKET_MINUTES)[number]

/** A period in buckets of the zone's clock; a bucket at its edge is clipped to it. */
export type EnergyWindow = {
  readonly start: number
  readonly end: number
  readonly zone: string
  readonly bucketMs: number
}

/** The edges of a window's buckets: bucket n is `[edges[n], edges[n + 1])`. */
export type BucketGrid = { readonly edges: Float64Array; readonly count: number }

/** Returns the buckets of the window by the zone's clock, also across clock changes: a day has 92, 96 or 100 quarter hours (domain.md S-13). */
export function bucketGrid({ start, end, zone, bucketMs }: EnergyWindow): BucketGrid {
  const edges: number[] = [start]
  for (let at = start; at < end;) {
    at = Math.min(bucketAt(zone, at, bucketMs).end, end)
    edges.push(at)
  }
  return { edges: Float64Array.from(edges), count: edges.length - 1 }
}

/** Calls `visit` with each bucket's number and its part of `[from, until)`. Time outside the grid is skipped. */
export function visitBuckets(
  { edges, count }: BucketGrid,
  from: number,
  until: number,
  visit: (bucket: number, from: number, until: number) => void,
): void {
  if (count === 0 || !(from < until)) return
  for (let bucket = bucketNumber(edges, count, from); bucket < count; bucket++) {
    const [start = 0, end = 0] = [edges[bucket], edges[bucket + 1]]
    if (start >= until) return
    if (end > from) visit(bucket, Math.max(from, start), Math.min(until, end))
  }
}

/** The bucket that holds the instant, the first one for an earlier instant, the last one for a later. */
function bucketNumber(edges: Float64Array, count: number, at: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
