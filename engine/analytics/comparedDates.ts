import { daysBetween, monthsLater, movedDate, wholeMonths, type DateRange } from '#engine/time/statPeriod.ts'

/** What a period is compared with: the one before it, or the same one a year before. */
export const COMPARISONS = ['PREVIOUS', 'YEAR_BEFORE'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Dates that somebody chose to compare with; `to` is the day after the last one, null = as many days as the period has, of whole months as many months. */
export type NamedDates = { readonly from: string; readonly to: string | null }

/** A year keeps the days of the week, or the months. */
const YEAR_DAYS = 364
const YEAR_MONTHS = 12

/**
 * Returns the shift dates that a period is compared with: as many days before it, of whole months as many months before; a year before the same days of
 * 52 weeks ago, of whole months the same months (domain.md N-8).
 */
export function comparedDates({ from, to }: DateRange, comparison: Comparison): DateRange {
  const months = wholeMonths({ from, to })
  if (months > 0) {
    const back = comparison === 'PREVIOUS' ? months : YEAR_MONTHS
    return { from: monthsLater(from, -back), to: monthsLater(to, -back) }
  }
  const days = comparison === 'PREVIOUS' ? daysBetween(from, to) : YEAR_DAYS
  return { from: movedDate(from, -days), to: movedDate(to, -days) }
}

/** Returns the dates that were chosen: without an end as long as the period (domain.md N-8). */
export function chosenDates({ from, to }: NamedDates, dates: DateRange): DateRange {
  if (to !== null) return { from, to }
  const months = from.endsWith('-01') ? wholeMonths(dates) : 0
  return { from, to: months > 0 ? monthsLater(from, months) : movedDate(from, daysBetween(dates.from, dates.to)) }
}
