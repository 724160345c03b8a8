import { DAY_MS } from './durations.ts'
import type { Interval } from './interval.ts'

/**
 * Returns the instants of the interval at which clocks in the zone show one of the times `HH:mm`, for each date in the order of the times: a skipped time
 * moves by the gap, of one that is shown twice the first counts (domain.md S-42).
 */
export function timesOfDay(zone: string, times: readonly string[], { start, end }: Interval): readonly number[] {
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

function dateOf(zone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
}
