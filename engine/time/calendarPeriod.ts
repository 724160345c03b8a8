import { bucketAt } from './bucket.ts'
import type { Interval } from './interval.ts'

/** Periods of a zone's calendar that figures are summed to. */
export const CALENDAR_PERIODS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number]

const LENGTHS = { DAY: { days: 1 }, WEEK: { weeks: 1 }, MONTH: { months: 1 } } as const

/** Returns the hour, day, week (from Monday) or month of the zone that holds the instant; a day begins with its first instant, also where midnight is skipped. */
export function calendarPeriodAt(period: CalendarPeriod, zone: string, at: number): Interval {
  if (period === 'HOUR') return bucketAt(zone, at)
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  const first = firstDayOf(date, period)
  const next = first.add(LENGTHS[period])
  return { start: first.toZonedDateTime(zone).epochMilliseconds, end: next.toZonedDateTime(zone).epochMilliseconds }
}

function firstDayOf(date: Temporal.PlainDate, period: keyof typeof LENGTHS): Temporal.PlainDate {
  if (period === 'MONTH') return date.with({ day: 1 })
  return period === 'WEEK' ? date.subtract({ days: date.dayOfWeek - 1 }) : date
}
