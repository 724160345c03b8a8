import { sumOfCells, valueOfCell, type Cell } from '#engine/analytics/cells.ts'
import {
  isAdditive,
  isOfEnergy,
  isOfLosses,
  isOfStops,
  isOfUnits,
  isPartOfPeriod,
  isRatio,
  mayHaveHours,
  mayHaveOrders,
  TIME_DIMENSIONS,
  type Dimension,
  type Measure,
} from '#engine/analytics/dimensions.ts'
import { isLowCoverage } from '#engine/energy/averagePower.ts'
import { keyOfText } from '#engine/analytics/lossFact.ts'
import { comparisonOf, dividedBy, furtherMeasures } from '#engine/analytics/savedQuestion.ts'
import { daysBetween, monthsLater, movedDate, periodOf, wholeMonths } from '#engine/time/statPeriod.ts'
import type { AnalyticsInput, AnalyticsQuery, LossesFilter } from '#web/api/generated/graphql.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'

export { rateOf, type LossRate } from '#engine/analytics/lossRate.ts'
export { worthOfReason } from '#engine/analytics/reasonWorth.ts'

/** A row of the table: one cell with its values. */
export type AnalyticsRow = {
  readonly key: string
  readonly keys: readonly string[]
  readonly cell: Cell
  readonly value: number | null
  /** Of the whole; null where values are not parts of one. */
  readonly share: number | null
  /** What of the value is compared, and what with. */
  readonly compared: number | null
  readonly before: number | null
  /** What it should be; null = nobody said. */
  readonly target: number | null
  /** Of energy: known for less than half of the time. */
  readonly isLow: boolean
}

/** A bar of the chart: one value of the first dimension, divided by the second one where parts add up. */
export type AnalyticsBar = AnalyticsRow & {
  readonly segments: readonly Segment[]
  readonly cumulative: number | null
  /** The keys that are put together in it; null = it is one. */
  readonly rest: readonly string[] | null
}
type Segment = { readonly key: string; readonly value: number }

/** Bars that are drawn; what is smaller stands together in the last one. */
const MOST_BARS = 20
/** Series that have a color of their own. */
const MOST_SERIES = 8
/** The key of what is put together. */
export const OTHER = '…'

/** Returns the dimensions that the measure can be divided by, in the address's order; one named twice counts once. */
export function dimensionsOf({ m, by, and }: Pick<AnalyticsSearch, 'and' | 'by' | 'm'>): readonly Dimension[] {
  return dividedBy(m, by, and === '' ? null : and)
}

/** Returns which losses the page is about: those that are chosen, where the figure is not of stops alone. */
export function kindOf(search: AnalyticsSearch): AnalyticsSearch['kind'] {
  return isOfStops(search.m, dimensionsOf(search), search.hour) ? 'STATUS' : search.kind
}

/** Returns the hours, orders and products that narrow the question: those that its measure can be divided by, orders before hours. */
export function piecesOf(search: AnalyticsSearch): {
  readonly hours: AnalyticsSearch['hour']
  readonly orders: readonly string[]
  readonly products: readonly string[]
} {
  const { m, hour, order, product } = search
  const by = dimensionsOf(search)
  const [orders, products] = mayHaveOrders(m, by) ? [order, product] : [[], []]
  const isOfMade = orders.length > 0 || products.length > 0
  return { hours: mayHaveHours(m, by) && !isOfMade ? hour : [], orders, products }
}

/** Returns the measures that the table shows beside that of the chart: those of the address that can be divided alike. */
export function furtherMeasuresOf(search: AnalyticsSearch): readonly Measure[] {
  return furtherMeasures(search.m, dimensionsOf(search), search.also)
}

/** Returns the values of an answer by the keys of its cells. */
export function valuesByKey(answer: Pick<Answer, 'cells'>): ReadonlyMap<string, number | null> {
  return new Map(answer.cells.map(({ keys, figure: { part, base } }) => [keys.join('\n'), valueOfCell({ part, base: base ?? null })]))
}

/** Returns what to ask the server for the URL state; `today` is the date of the company. */
export function analyticsInput(search: AnalyticsSearch, today: string): AnalyticsInput {
  const { m, wc, wcGroup, reason, reasonGroup, category, type, activity, shift, weekday } = search
  const kind = kindOf(search)
  const { hours, orders, products } = piecesOf(search)
  const [dateFrom, dateTo] = analyticsDates(search, today)
  return {
    measure: m,
    by: [...dimensionsOf(search)],
    dateFrom,
    dateTo,
    ...comparedInput(search),
    ...(hasUnit(m) && search.unit !== '' && { unit: search.unit }),
    ...(wc.length > 0 && { workCenterIds: [...wc] }),
    ...(wcGroup.length > 0 && { workCenterGroupIds: [...wcGroup] }),
    ...(shift.length > 0 && { shiftCodes: [...shift] }),
    ...(weekday.length > 0 && { weekdays: weekday.map(Number) }),
    ...(hours.length > 0 && { hoursOfDay: hours.map(Number) }),
    ...(orders.length > 0 && { orders: orders.map(keyOfText) }),
    ...(products.length > 0 && { products: products.map(keyOfText) }),
    ...(isOfLosses(m) && {
      ...(kind !== 'ALL' && { source: kind }),
      ...(reason.length > 0 && { reasonIds: [...reason] }),
      ...(reasonGroup.length > 0 && { reasonGroupIds: [...reasonGroup] }),
      ...(category.length > 0 && { categories: [...category] }),
      ...(type.length > 0 && { lossTypes: [...type] }),
      ...(activity.length > 0 && { activityTypes: [...activity] }),
      ...(search.oee && { lowersOee: true }),
    }),
  }
}

/** Dates without a first one are nothing to compare with. */
function comparedInput({ cmp, cmpFrom, cmpTo }: AnalyticsSearch): Pick<AnalyticsInput, 'comparedFrom' | 'comparedTo' | 'comparison'> {
  const asked = comparisonOf({ cmp, from: cmpFrom, to: cmpTo })
  if (asked === null) return {}
  if (typeof asked !== 'object') return { comparison: asked }
  return { comparison: 'DATES', comparedFrom: asked.from, ...(asked.to !== null && { comparedTo: movedDate(asked.to, -1) }) }
}

/** Returns how much more or less a sum is, as a fraction of what it was; null where there is nothing to compare with (N-9). */
export function growthOf(now: number | null, before: number | null): number | null {
  return now === null || before === null || before <= 0 ? null : (now - before) / before
}

/** Returns how much more or less a row is than it was: of a ratio in points, else in percent; null where nothing is compared. */
export function changeOf({ compared, before }: Pick<AnalyticsRow, 'before' | 'compared'>, isRatio: boolean): number | null {
  const change = isRatio ? (compared === null || before === null ? null : compared - before) : growthOf(compared, before)
  return change === null ? null : change * 100
}

/** Returns whether values of the measure are in a unit or a currency that somebody may choose. */
export function hasUnit(measure: Measure): boolean {
  return isOfUnits(measure) || measure === 'ENERGY_COST'
}

/** Returns the losses that a question is about, as their list is asked for. */
export function trustFilter({
  measure: _measure,
  by: _by,
  comparison: _comparison,
  comparedFrom: _comparedFrom,
  comparedTo: _comparedTo,
  dateFrom,
  dateTo,
  unit: _unit,
  orders: _orders,
  products: _products,
  ...filters
}: AnalyticsInput): LossesFilter {
  return { ...filters, shiftDateFrom: dateFrom ?? null, shiftDateTo: dateTo ?? null }
}

/** Returns the first and the last shift date of the range; those of `last…` end yesterday, so that they are whole. */
export function analyticsDates(
  { range, from, to }: Pick<AnalyticsSearch, 'from' | 'range' | 'to'>,
  today: string,
): readonly [string, string] {
  const yesterday = movedDate(today, -1)
  const whole = (type: 'MONTH' | 'WEEK', date: string): readonly [string, string] => {
    const period = periodOf(type, date)
    return [period.from, movedDate(period.to, -1)]
  }
  switch (range) {
    case 'last7':
      return [movedDate(today, -7), yesterday]
    case 'last30':
      return [movedDate(today, -30), yesterday]
    case 'last365':
      return [movedDate(today, -365), yesterday]
    case 'thisWeek':
      return whole('WEEK', today)
    case 'lastWeek':
      return whole('WEEK', movedDate(today, -7))
    case 'thisMonth':
      return whole('MONTH', today)
    case 'lastMonth':
      return whole('MONTH', movedDate(periodOf('MONTH', today).from, -1))
    case 'thisYear':
      return yearOf(today)
    case 'lastYear':
      return yearOf(movedDate(yearOf(today)[0], -1))
    case 'dates': {
      const [first = '', last = ''] = [from === '' ? to : from, to === '' ? from : to].toSorted()
      return first === '' ? [movedDate(today, -7), yesterday] : [first, last]
    }
  }
}

/** Returns the address with the dates in place of a range that moves with the days. */
export function fixedLink(href: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const url = new URL(href)
  for (const [name, value] of Object.entries({ range: 'dates', from, to })) url.searchParams.set(name, value)
  return url.href
}

function yearOf(date: string): readonly [string, string] {
  const year = date.slice(0, 4)
  return [`${year}-01-01`, `${year}-12-31`]
}

/** Returns the dates before or after those of the range, as many, of whole months as many months; null where they are still to come. */
export function datesBeside(
  search: Pick<AnalyticsSearch, 'from' | 'range' | 'to'>,
  today: string,
  by: -1 | 1,
): { from: string; to: string } | null {
  const [from, to] = analyticsDates(search, today)
  const past = movedDate(to, 1)
  const months = wholeMonths({ from, to: past })
  const move = (date: string) => (months > 0 ? monthsLater(date, months * by) : movedDate(date, daysBetween(from, past) * by))
  const moved = { from: move(from), to: movedDate(move(past), -1) }
  return moved.from > today ? null : moved
}

type Answer = AnalyticsQuery['analytics']

/** Returns the rows of the table in the order of the answer. */
export function rowsOf(answer: Pick<Answer, 'cells' | 'whole'>, measure: Measure): readonly AnalyticsRow[] {
  const whole = isAdditive(measure) ? answer.whole.figure.part : null
  return answer.cells.map((cell) => rowOf(cell, whole, hasBefore(answer)))
}

/** Returns whether there is anything to compare with: of days without any loss or shift nothing is said. */
export function hasBefore({ whole }: Pick<Answer, 'whole'>): boolean {
  const { before } = whole
  return before != null && (before.base ?? before.part) > 0
}

/** Returns whether a day, week or month of the answer is not compared, since it is not as long as the one before (domain.md N-8). */
export function hasUneven({ cells }: Pick<Answer, 'cells'>): boolean {
  return cells.some(
    ({ isComparable, coverage, compared, before }) => !isComparable && !isLowCoverage(coverage) && (compared ?? before) != null,
  )
}

/** Returns the one row of all. */
export function wholeOf({ whole }: Pick<Answer, 'whole'>): AnalyticsRow {
  return rowOf(whole, null, hasBefore({ whole }))
}

/** Returns the row of several cells of an answer: sums of their terms, divided once (domain.md N-1). */
export function rowTogether(
  answer: Pick<Answer, 'whole'>,
  measure: Measure,
  keys: readonly string[],
  cells: readonly Answer['whole'][],
): AnalyticsRow {
  return rowOf(cellsTogether(keys, cells, true), isAdditive(measure) ? answer.whole.figure.part : null, hasBefore(answer))
}

/** Returns where the axis of values ends: that of a ratio at 100 %, or above it where something is above. */
export function ratioTop(measure: Measure, values: readonly (number | null)[]): number {
  const greatest = Math.max(0, ...values.map((value) => value ?? 0))
  return isRatio(measure) ? Math.max(1, greatest) : greatest || 1
}

function rowOf(
  { keys, figure, compared, before, target, isBeforeUnknown, isComparable, coverage }: Answer['whole'],
  whole: number | null,
  isCompared: boolean,
): AnalyticsRow {
  const valueOf = (one: typeof compared) => (one == null ? null : valueOfCell({ part: one.part, base: one.base ?? null }))
  const isLow = isLowCoverage(coverage)
  // A sum that was not there before was 0; a ratio was undefined.
  const orZero = (one: typeof compared) => (isCompared ? (valueOf(one) ?? (figure.base == null ? 0 : null)) : null)
  return {
    key: keys.join('\n'),
    keys,
    cell: { keys, part: figure.part, base: figure.base ?? null },
    value: valueOf(figure),
    share: whole === null || whole <= 0 ? null : figure.part / whole,
    compared: orZero(compared),
    before: isBeforeUnknown || !isComparable || isLow ? null : orZero(before),
    target: valueOf(target),
    isLow,
  }
}

/** Returns whether more of the measure is better. */
export function directionOf(measure: Measure): 'less' | 'more' {
  return isOfLosses(measure) || isOfEnergy(measure) || measure === 'REJECTED' ? 'less' : 'more'
}

/**
 * Returns the bars: a row each of the first dimension, made of sums of the answer, and its parts by the second one. Beyond twenty bars, of what is no
 * date, and beyond eight series the rest is put together: its parts are added, never its values (domain.md N-1).
 */
export function barsOf(answer: Pick<Answer, 'cells' | 'whole'>, measure: Measure, by: readonly Dimension[]): readonly AnalyticsBar[] {
  const sums = isAdditive(measure)
  const whole = sums ? answer.whole.figure.part : null
  const groups = [...Map.groupBy(answer.cells, ({ keys }) => keys[0] ?? '')]
  const isTime = by[0] !== undefined && TIME_DIMENSIONS.includes(by[0])
  const isPart = isPartOfPeriod(by[0])
  const merged = groups.map(([key, cells]) => cellsTogether([key], cells, isPart))
  const ranked = isTime ? merged : merged.toSorted((a, b) => order(b, measure) - order(a, measure))
  const shown =
    isTime || ranked.length <= MOST_BARS
      ? ranked
      : [...ranked.slice(0, MOST_BARS - 1), cellsTogether([OTHER], ranked.slice(MOST_BARS - 1), isPart)]
  const series = by.length > 1 && sums ? seriesOf(answer) : []
  const cellsOf = new Map(groups)
  const rest = shown.length === ranked.length ? [] : ranked.slice(MOST_BARS - 1).map(({ keys }) => keys[0] ?? '')
  let cumulative = 0
  return shown.map((cell) => {
    const row = rowOf(cell, whole, hasBefore(answer))
    cumulative += row.share ?? 0
    const own = cellsOf.get(cell.keys[0] ?? '') ?? []
    const isRest = cell.keys[0] === OTHER
    return { ...row, cumulative: sums && !isTime ? cumulative : null, segments: segmentsOf(own, series), rest: isRest ? rest : null }
  })
}

function order({ figure }: Answer['whole'], measure: Measure): number {
  return isAdditive(measure) ? figure.part : (valueOfCell({ part: figure.part, base: figure.base ?? null }) ?? -1)
}

/** Returns the series of a chart: the greatest values of the second dimension, and the rest together. */
export function seriesOf({ cells }: Pick<Answer, 'cells'>): readonly string[] {
  const sums = [...Map.groupBy(cells, ({ keys }) => keys[1] ?? '')].map(([key, own]) => ({
    key,
    part: own.reduce((sum, { figure }) => sum + figure.part, 0),
  }))
  const keys = sums.toSorted((a, b) => b.part - a.part).map(({ key }) => key)
  return keys.length <= MOST_SERIES ? keys : [...keys.slice(0, MOST_SERIES - 1), OTHER]
}

function segmentsOf(cells: Answer['cells'], series: readonly string[]): readonly Segment[] {
  const named = new Set(series)
  return series.map((key) => ({
    key,
    value: cells
      .filter(({ keys }) => (key === OTHER ? !named.has(keys[1] ?? '') : (keys[1] ?? '') === key))
      .reduce((sum, { figure }) => sum + figure.part, 0),
  }))
}

/** Returns several cells as one under the keys: their terms added, never their values (domain.md N-1); `isPart`: they are parts of the period. */
export function cellsTogether(keys: readonly string[], cells: readonly Answer['whole'][], isPart: boolean): Answer['whole'] {
  const sumOf = (pick: (one: Answer['whole']) => Answer['whole']['compared']) => {
    const own = cells.map(pick).filter((one) => one != null)
    return own.length === 0 ? null : sumOfCells(own.map(({ part, base }) => ({ keys: [], part, base: base ?? null })))
  }
  const figure = sumOf((one) => one.figure) ?? { part: 0, base: null }
  return {
    keys: [...keys],
    figure,
    compared: sumOf((one) => one.compared),
    before: sumOf((one) => one.before),
    // A part of it that is unknown makes the sum of the others no figure of all.
    isBeforeUnknown: cells.some((one) => one.isBeforeUnknown),
    // All weeks of a work center are as long as those before, whichever of them the period cuts.
    isComparable: !isPart || cells.every((one) => one.isComparable),
    coverage: sumOf((one) => one.coverage),
    target: sumOf((one) => one.target),
  }
}
