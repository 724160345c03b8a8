import { TIME_DIMENSIONS, type Dimension } from '#engine/analytics/dimensions.ts'
import { signOf, type KeyedSign } from '#engine/analytics/rowSigns.ts'
import { isLowCoverage } from '#engine/energy/averagePower.ts'
import type { AnalyticsAnswer, TargetedCell } from '#server/analytics/analytics.service.ts'
import { filled } from './reportWords.ts'
import type { ReportNames } from './reportNames.ts'
import { rowOfAll } from './viewRows.ts'

/** Parts of a bar, or lines, that have a look of their own, and columns beside those of the calendar. */
export const MOST_SERIES = 8

/** Returns the keys of a dimension: those of the calendar in its order, others the greatest sum first. */
export function seriesKeys(cells: readonly TargetedCell[], at: 0 | 1, dimension: Dimension | null): readonly string[] {
  const sums = [...Map.groupBy(cells, ({ cell }) => cell.keys[at] ?? '')].map(([key, own]) => ({
    key,
    part: own.reduce((sum, { cell }) => sum + cell.part, 0),
  }))
  const isTime = dimension !== null && TIME_DIMENSIONS.includes(dimension)
  return sums.toSorted((one, other) => (isTime ? inTime(one.key, other.key) : other.part - one.part)).map(({ key }) => key)
}

/** Hours and weekdays are numbers, dates are not. */
function inTime(one: string, other: string): number {
  return one.includes('-') ? one.localeCompare(other) : Number(one) - Number(other)
}

/** Returns what writes the signs of a bar or column, as its row has them: some of its shifts are running or were confirmed again, or little of its time is known. */
export function signsWriter(
  signs: readonly KeyedSign[],
  at: 0 | 1,
  keyOf: (key: string) => string,
): (key: string | null, own: readonly TargetedCell[], answer: AnalyticsAnswer) => string {
  const ofOne = signs.map((sign) => ({ ...sign, keys: sign.keys.slice(at, at + 1).map((key) => (key === null ? null : keyOf(key))) }))
  return (key, own, answer) => {
    const sign = key === null ? null : signOf(ofOne, [key])
    const isLow = isLowCoverage(rowOfAll(own, answer).known)
    return [(sign?.running ?? 0) > 0 ? ' *' : '', (sign?.restated ?? 0) > 0 ? ' ↻' : '', isLow ? ' !' : ''].join('')
  }
}

/** Returns the sentence about marks of values before; `chosen`: the dates that somebody chose to compare with, null = none. */
export function beforeSentence(chosen: string | null, { texts: { view } }: ReportNames): string {
  return chosen === null ? view.mark : filled(view.markOfDates, { dates: chosen })
}
