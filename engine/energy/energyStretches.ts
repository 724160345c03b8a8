import { bucketGrid, type EnergyBucketMinutes } from './bucketGrid.ts'
import { calendarPeriodAt } from '#engine/time/calendarPeriod.ts'
import type { Interval } from '#engine/time/interval.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'

/** Stretches of the calendar that energy is reported by. */
export const ENERGY_CALENDAR = ['DAY', 'WEEK', 'MONTH'] as const
export type EnergyCalendar = (typeof ENERGY_CALENDAR)[number]

/** Returns the buckets of so many minutes of the zone's clock that the period consists of; the first and the last are clipped to it (domain.md S-13). */
export function minuteStretches(zone: string, { start, end }: Interval, minutes: EnergyBucketMinutes): Interval[] {
  const { edges, count } = bucketGrid({ start, end, zone, bucketMs: minutes * MINUTE_MS })
  return Array.from({ length: count }, (_, bucket) => ({ start: edges[bucket] ?? start, end: edges[bucket + 1] ?? end }))
}

/** Returns the days, weeks (from Monday) or months of the zone that the period consists of; the first and the last are clipped to it. */
export function calendarStretches(zone: string, { start, end }: Interval, unit: EnergyCalendar): Interval[] {
  const stretches: Interval[] = []
  for (let at = start; at < end;) {
    const until = Math.min(calendarPeriodAt(unit, zone, at).end, end)
    stretches.push({ start: at, end: until })
    at = until
  }
  return stretches
}
