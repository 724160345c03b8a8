import { isOrdered, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { movedDate, periodOf, periodsBetween } from '#engine/time/statPeriod.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { OTHER, rowTogether, seriesOf, type AnalyticsRow } from './analytics.view.ts'
import { isOfDates } from './timeline/timeline.view.ts'

/** A line: one value of the other dimension, `…` = those that are put together, '' = all; null where there is no cell. */
export type AnalyticsLine = { readonly key: string; readonly points: readonly (AnalyticsRow | null)[] }
export type AnalyticsLinesView = {
  /** First dates of days, weeks or months, every one from the first to the last of which anything is known, so that a gap is one. */
  readonly columns: readonly string[]
  readonly time: 'DAY' | 'MONTH' | 'WEEK'
  /** By what the keys of points are. */
  readonly by: readonly Dimension[]
  /** By what the lines are told apart; null = there is one. */
  readonly other: Dimension | null
  readonly lines: readonly AnalyticsLine[]
}

type Answer = Pick<AnalyticsQuery['analytics'], 'cells' | 'whole'>

/** Returns the answer as lines along its dates, whichever of the dimensions these are; of more than eight values the least stand together (domain.md N-3). Null without dates. */
export function linesOf(answer: Answer, measure: Measure, by: readonly Dimension[]): AnalyticsLinesView | null {
  const place = by.findIndex((dimension) => isOfDates(dimension))
  const time = by[place]
  if (!isOfDates(time)) return null
  const other = by[1 - place] ?? null
  const keyOf = ({ keys }: Answer['whole']) => (other === null ? '' : (keys[1 - place] ?? ''))
  const found = answer.cells.map(({ keys }) => keys[place] ?? '').toSorted()
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return { columns: [], time, by, other, lines: [] }
  const columns = periodsBetween(time, { from: first, to: movedDate(last, 1) }).map(({ from }) => periodOf(time, from).from)
  const ranked = other === null ? [''] : seriesOf({ cells: answer.cells.map((cell) => ({ ...cell, keys: ['', keyOf(cell)] })) })
  const series = other !== null && isOrdered(other) ? ranked.toSorted(inOrder) : ranked
  const cells = Map.groupBy(answer.cells, (cell) => `${cell.keys[place] ?? ''}\n${ranked.includes(keyOf(cell)) ? keyOf(cell) : OTHER}`)
  return {
    columns,
    time,
    by,
    other,
    lines: series.map((key) => ({
      key,
      points: columns.map((column) => {
        const own = cells.get(`${column}\n${key}`)
        const keys = other === null ? [column] : place === 0 ? [column, key] : [key, column]
        return own === undefined ? null : rowTogether(answer, measure, keys, own)
      }),
    })),
  }
}

/** What is put together stands last. */
function inOrder(one: string, other: string): number {
  if (one === OTHER || other === OTHER) return one === OTHER ? 1 : -1
  return one.localeCompare(other, 'en', { numeric: true })
}
