import { bucketAt } from './bucket.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import type { Interval } from './interval.ts'
import { offsetPeriodAt } from './zone.ts'

/** An hour of the local clock, as far as it lies in a shift. */
export type ClockHour = Interval & {
  /** Where the hour of the clock begins, also where the shift begins later. */
  readonly bucketStart: number
  /** The hour that clocks show, counted on over midnight: 30 = six o'clock on the day after the shift began. */
  readonly clockHour: number
}

/** Returns the hours of the zone's clock in the interval, ascending; an hour that clocks show twice is there twice, one that they skip is not. */
export function clockHoursOf(zone: string, { start, end }: Interval): readonly ClockHour[] {
  const midnight = Math.floor(localOf(zone, start) / DAY_MS) * DAY_MS
  const hours: ClockHour[] = []
  for (let at = start; at < end; at = hours.at(-1)?.end ?? end) {
    const bucket = bucketAt(zone, at)
    const clockHour = Math.floor((localOf(zone, bucket.start) - midnight) / HOUR_MS)
    hours.push({ start: at, end: Math.min(bucket.end, end), bucketStart: bucket.start, clockHour })
  }
  return hours
}

function localOf(zone: string, at: number): number {
  return at + offsetPeriodAt(zone, at).offsetMs
}
