import { daysBetween, movedDate, periodOf, type DateRange } from '#engine/time/statPeriod.ts'

/** What a period is compared with: the one before it, or the same one a year before. */
export const COMPARISONS = ['PREVIOUS', 'YEAR_BEFORE'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A year keeps the days of the week. */
const YEAR_DAYS = 364

/**
 * Returns the shift dates that a period is compared with: as many days before it, of a whole month the month before; a year before the same days of 52
 * weeks ago, of a whole month the same month (domain.md N-8).
 */
export function comparedDates({ from, to }: DateRange, comparison: Comparison): DateRange {
  if (isWholeMonth({ from, to })) {
    // A day of the month before, or of the same month a year before.
    return periodOf('MONTH', movedDate(from, comparison === 'PREVIOUS' ? -1 : -360))
  }
  const days = comparison === 'PREVIOUS' ? daysBetween(from, to) : YEAR_DAYS
  return { from: movedDate(from, -days), to: movedDate(to, -days) }
}

function isWholeMonth({ from, to }: DateRange): boolean {
  const month = periodOf('MONTH', from)
  return month.from === from && month.to === to
}
