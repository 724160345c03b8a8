import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from './interval.ts'
import { offsetPeriodAt } from './zone.ts'

/**
 * Returns the bucket of the zone's local clock around the instant, e.g. 14:00–15:00 in Kathmandu at +05:45 (domain.md S-13, E-31). `sizeMs` divides
 * a day. A bucket ends early where the zone's offset changes, so buckets never overlap.
 */
export function bucketAt(zone: string, at: number, sizeMs: number = HOUR_MS): Interval {
  const period = offsetPeriodAt(zone, at)
  const start = Math.floor((at + period.offsetMs) / sizeMs) * sizeMs - period.offsetMs
  return { start: Math.max(start, period.start), end: Math.min(start + sizeMs, period.end) }
}
