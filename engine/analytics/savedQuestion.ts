import type { LossSource } from '#engine/facts.ts'
import { isCalendarDate, movedDate } from '#engine/time/statPeriod.ts'
import { LOSS_TYPES, type LossType } from '#engine/loss/lossKind.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES, type ActivityType, type LossCategory } from '#engine/loss/lossReason.ts'
import { keyOfText } from './lossFact.ts'
import { COMPARISONS, type Comparison, type NamedDates } from './comparedDates.ts'
import {
  DIMENSIONS,
  isOfLosses,
  isOfStops,
  isOfUnits,
  mayDivide,
  mayDivideAll,
  mayHaveHours,
  mayHaveOrders,
  MEASURES,
  type Dimension,
  type Measure,
} from './dimensions.ts'

/** What a view of analytics asks, whatever the days: a measure, by what it is divided and compared, and what it is narrowed to; null = not narrowed. */
export type SavedQuestion = {
  readonly measure: Measure
  readonly by: readonly Dimension[]
  readonly comparison: Comparison | NamedDates | null
  readonly unit: string | null
  readonly workCenterIds: readonly number[] | null
  readonly workCenterGroupIds: readonly number[] | null
  readonly shiftCodes: readonly string[] | null
  readonly weekdays: readonly number[] | null
  readonly hoursOfDay: readonly number[] | null
  readonly source: LossSource | null
  readonly categories: readonly LossCategory[] | null
  readonly lossTypes: readonly LossType[] | null
  readonly activityTypes: readonly ActivityType[] | null
  readonly lowersOee: true | null
  readonly reasonIds: readonly number[] | null
  readonly reasonGroupIds: readonly number[] | null
  readonly orders: readonly string[] | null
  readonly products: readonly string[] | null
}

const MOST_ID = 0x7f_ff_ff_ff

/**
 * Returns what the query parameters of a view of analytics ask, as its page reads them: what is missing, unknown or does not fit the measure is as if it
 * were not there.
 */
export function savedQuestionOf(search: string): SavedQuestion {
  const texts = new URLSearchParams(search)
  const textOf = (name: string) => texts.get(name) ?? ''
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) => values.find((value) => value === textOf(name)) ?? null
  const measure = oneOf('m', MEASURES) ?? 'DURATION'
  const by = dividedBy(measure, oneOf('by', DIMENSIONS) ?? 'REASON', oneOf('and', DIMENSIONS))
  const isLosses = isOfLosses(measure)
  const ofLosses = <Value>(value: Value): Value | null => (isLosses ? value : null)
  const [orders, products] = mayHaveOrders(measure, by) ? [keysOf(textOf('order')), keysOf(textOf('product'))] : [null, null]
  const isOfMade = orders !== null || products !== null
  const hoursOfDay = mayHaveHours(measure, by) && !isOfMade ? numbersOf(textOf('hour'), 0, 23) : null
  const kind = isOfStops(measure, by, hoursOfDay ?? [])
    ? 'STATUS'
    : (oneOf('kind', ['ALL', 'OUTPUT', 'SPEED', 'STATUS'] as const) ?? 'STATUS')
  const someOf = <Value extends string>(name: string, values: readonly Value[]) => {
    const parts = partsOf(textOf(name))
    return orNull(values.filter((value) => parts.includes(value)))
  }
  return {
    measure,
    by,
    comparison: comparisonOf({ cmp: textOf('cmp'), from: textOf('cmpFrom'), to: textOf('cmpTo') }),
    unit: isOfUnits(measure) || measure === 'ENERGY_COST' ? textOf('unit') || null : null,
    workCenterIds: idsOf(textOf('wc')),
    workCenterGroupIds: idsOf(textOf('wcGroup')),
    shiftCodes: wordsOf(textOf('shift')),
    weekdays: numbersOf(textOf('weekday'), 1, 7),
    hoursOfDay,
    source: ofLosses(kind === 'ALL' ? null : kind),
    categories: ofLosses(someOf('category', LOSS_CATEGORIES)),
    lossTypes: ofLosses(someOf('type', LOSS_TYPES)),
    activityTypes: ofLosses(someOf('activity', ACTIVITY_TYPES)),
    lowersOee: ofLosses(textOf('oee') === '1' ? true : null),
    reasonIds: ofLosses(idsOf(textOf('reason'))),
    reasonGroupIds: ofLosses(idsOf(textOf('reasonGroup'))),
    orders,
    products,
  }
}

/** What `cmp` of an address says, with the dates that it names; dates without a first one are nothing to compare with. */
export function comparisonOf({
  cmp,
  from,
  to,
}: {
  readonly cmp: string
  readonly from: string
  readonly to: string
}): Comparison | NamedDates | null {
  if (cmp === 'NONE') return null
  if (cmp !== 'DATES') return COMPARISONS.find((one) => one === cmp) ?? 'PREVIOUS'
  const [first, last] = [from, to].map((date) => (isCalendarDate(date) ? date : ''))
  if (first === undefined || first === '') return null
  return last === undefined || last < first ? { from: first, to: null } : { from: first, to: movedDate(last, 1) }
}

/** Beside the measure of the chart (domain.md N-14). */
const MOST_FURTHER = 2

/** Returns the measures that the table shows beside that of the chart: those that can be divided alike. */
export function furtherMeasures(measure: Measure, by: readonly Dimension[], also: readonly Measure[]): readonly Measure[] {
  return also.filter((one) => one !== measure && mayDivideAll(one, by)).slice(0, MOST_FURTHER)
}

/**
 * Returns the further measures of a view, as its page asks them: same dimensions, the filters that each supports, no comparison.
 */
export function furtherQuestionsOf(search: string): readonly SavedQuestion[] {
  const { measure, by } = savedQuestionOf(search)
  const texts = new URLSearchParams(search)
  const parts = partsOf(texts.get('also') ?? '')
  texts.set('cmp', 'NONE')
  texts.delete('unit')
  return furtherMeasures(
    measure,
    by,
    MEASURES.filter((one) => parts.includes(one)),
  ).map((one) => {
    texts.set('m', one)
    return savedQuestionOf(texts.toString())
  })
}

/** Returns the dimensions that the measure can be divided by, the first one work centers where it cannot; one named twice counts once. */
export function dividedBy(measure: Measure, by: Dimension, and: Dimension | null): readonly Dimension[] {
  const first = mayDivide(measure, by) ? by : 'WORK_CENTER'
  return and !== null && and !== first && mayDivideAll(measure, [first, and]) ? [first, and] : [first]
}

function partsOf(text: string): readonly string[] {
  return [...new Set(text.split(',').filter((part) => part !== ''))]
}

function orNull<Value>(values: readonly Value[]): readonly Value[] | null {
  return values.length === 0 ? null : values
}

function idsOf(text: string): readonly number[] | null {
  return orNull(
    partsOf(text)
      .filter((part) => /^[1-9][0-9]{0,9}$/.test(part))
      .map(Number)
      .filter((id) => id <= MOST_ID),
  )
}

function numbersOf(text: string, min: number, max: number): readonly number[] | null {
  const parts = partsOf(text)
  const numbers = Array.from({ length: max - min + 1 }, (_, at) => min + at)
  return orNull(numbers.filter((number) => parts.includes(`${number}`)))
}

function keysOf(text: string): readonly string[] | null {
  return wordsOf(text)?.map(keyOfText) ?? null
}

/** Commas in them are escaped. */
function wordsOf(text: string): readonly string[] | null {
  return orNull([...new Set(partsOf(text).map((part) => part.replaceAll('%2C', ',').replaceAll('%25', '%')))])
}
