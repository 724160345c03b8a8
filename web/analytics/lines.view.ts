import { isAdditive, isOfEnergy, isOrdered, isRatio, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { movedDate, periodOf, periodsBetween } from '#engine/time/statPeriod.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { OTHER, ratioTop, rowTogether, seriesOf, type AnalyticsRow } from './analytics.view.ts'
import { isOfDates } from './timeline/timeline.view.ts'

/** A line: one value of the other dimension, `…` = those that are put together, '' = all; null where nothing is known. */
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

type Answer = Pick<AnalyticsQuery['analytics'], 'cells' | 'planned' | 'whole'>

/**
 * Returns the answer as lines along its dates, whichever of the dimensions these are; of more than eight values the least stand together (domain.md N-3). Of a
 * sum nothing under a date is 0 where something else is known of it: a good week is no hole in the data. A ratio, and energy, which a machine may not measure, is
 * not known then. Null without dates.
 */
export function linesOf(answer: Answer, measure: Measure, by: readonly Dimension[]): AnalyticsLinesView | null {
  const place = by.findIndex((dimension) => isOfDates(dimension))
  const time = by[place]
  if (!isOfDates(time)) return null
  const other = by[1 - place] ?? null
  const keyOf = ({ keys }: Answer['whole']) => (other === null ? '' : (keys[1 - place] ?? ''))
  const isZero = isAdditive(measure) && !isOfEnergy(measure)
  const worked = isZero ? answer.planned.flatMap(({ keys, planned }) => (planned > 0 ? (keys[place] ?? []) : [])) : []
  const found = [...answer.cells.map(({ keys }) => keys[place] ?? ''), ...worked].toSorted()
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return { columns: [], time, by, other, lines: [] }
  const columns = periodsBetween(time, { from: first, to: movedDate(last, 1) }).map(({ from }) => periodOf(time, from).from)
  const ranked = other === null ? [''] : seriesOf({ cells: answer.cells.map((cell) => ({ ...cell, keys: ['', keyOf(cell)] })) })
  const series = other !== null && isOrdered(other) ? ranked.toSorted(inOrder) : ranked
  const known = new Set(isZero ? found : [])
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
        if (own === undefined && !known.has(column)) return null
        return rowTogether(answer, measure, keys, own ?? [nothingUnder(keys)])
      }),
    })),
  }
}

/** What is put together stands last. */
function inOrder(one: string, other: string): number {
  if (one === OTHER || other === OTHER) return one === OTHER ? 1 : -1
  return one.localeCompare(other, 'en', { numeric: true })
}

/** Steps of the ends of an axis, as a power of ten. */
const STEPS = [1, 2, 5, 10]
/** No finer than two points: a smaller difference is drawn as a small one. */
const LEAST_STEP = 0.02

/**
 * Returns where the axis of lines begins and ends. Lines of ratios that fill less than half of the height would lie on each other: theirs begins at a round value
 * below the least and ends at one above the greatest, target and values before included. Others, and bars, whose lengths are compared, begin at 0.
 */
export function lineAxis(measure: Measure, values: readonly (number | null)[]): { readonly bottom: number; readonly top: number } {
  const top = ratioTop(measure, values)
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  if (!isRatio(measure) || known.length === 0 || most - least >= top / 2) return { bottom: 0, top }
  const rough = Math.max(LEAST_STEP, (most - least) / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power
  const round = (value: number) => Math.round(value * 1e6) / 1e6
  const bottom = Math.max(0, round((Math.ceil(round(least / step)) - 1) * step))
  return { bottom, top: Math.min(most <= 1 ? 1 : Infinity, round((Math.floor(round(most / step)) + 1) * step)) }
}

function nothingUnder(keys: readonly string[]): Answer['whole'] {
  const unknown = { compared: null, before: null, target: null, isBeforeUnknown: true, isComparable: true, coverage: null }
  return { keys: [...keys], figure: { part: 0, base: null }, ...unknown }
}
