import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import type { Interval } from './interval.ts'
import { offsetPeriodAt } from './zone.ts'

/**
 * Returns the instants of the interval at which clocks in the zone show one of the times `HH:mm`, for each date in the order of the times: a skipped time
 * moves by the gap, of one that is shown twice the first counts (domain.md S-42).
 */
export function timesOfDay(zone: string, times: readonly string[], { start, end }: Interval): readonly number[] {
  const { start: offsetSince, end: offsetUntil, offsetMs } = offsetPeriodAt(zone, start)
  // Where no clock is changed near by, arithmetic gives the same in a thirtieth of the time.
  if (offsetSince <= start - 2 * DAY_MS && end + 2 * DAY_MS <= offsetUntil) return timesAtOffset(times, { start, end }, offsetMs)
  const instants: number[] = []
  const last = dateOf(zone, end + DAY_MS)
  for (let date = dateOf(zone, start - DAY_MS); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const time of times) {
      const at = date.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
      if (start <= at && at < end) instants.push(at)
    }
  }
  return instants
}

function timesAtOffset(times: readonly string[], { start, end }: Interval, offsetMs: number): readonly number[] {
  const minutes = times.map((time) => Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(3)) * MINUTE_MS - offsetMs)
  const instants: number[] = []
  for (let date = Math.floor((start + offsetMs) / DAY_MS) * DAY_MS; date - offsetMs < end; date += DAY_MS) {
    for (const time of minutes) if (start <= date + time && date + time < end) instants.push(date + time)
  }
  return instants
}

function dateOf(zone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
}
