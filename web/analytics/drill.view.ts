import { activityKey, textOfKey, WITHOUT_REASON } from '#engine/analytics/lossFact.ts'
import { DIMENSIONS, isOfEnergy, isOfLosses, mayDivide, mayDivideAll, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { LOSS_SOURCES, type LossSource } from '#engine/facts.ts'
import { LOSS_TYPES } from '#engine/loss/lossKind.ts'
import { LOSS_CATEGORIES, type ActivityType, type LossCategory } from '#engine/loss/lossReason.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import { movedDate, periodOf } from '#engine/time/statPeriod.ts'
import type { AnalyticsNamesQuery } from '#web/api/generated/graphql.ts'
import { dimensionsOf, kindOf, OTHER, piecesOf } from './analytics.view.ts'
import { HOURS, WEEKDAYS, type AnalyticsSearch } from './analyticsSearch.ts'

type Dates = { readonly from: string; readonly to: string }

/** The URL state of the list of losses that a mark is made of. */
export type LossDrill = Dates & {
  readonly range: 'dates'
  readonly wc?: readonly number[]
  readonly wcGroup?: readonly number[]
  readonly reason?: readonly number[]
  readonly reasonGroup?: readonly number[]
  readonly shift?: readonly string[]
  readonly person?: readonly string[]
  readonly weekday?: readonly (typeof WEEKDAYS)[number][]
  readonly hour?: readonly string[]
  readonly source?: LossSource
  readonly category?: readonly LossCategory[]
  readonly plan?: readonly ('PLANNED' | 'UNDEFINED' | 'UNPLANNED')[]
  readonly activity?: readonly ActivityType[]
  readonly noReason?: Classification
  readonly why?: readonly string[]
  readonly status?: readonly string[]
  readonly oee?: boolean
}

/** The URL state of the list of shifts that a mark is made of. */
export type ShiftDrill = Dates & {
  readonly range: 'dates'
  readonly view: 'list'
  readonly wc?: readonly number[]
  readonly wcGroup?: readonly number[]
  readonly code?: readonly string[]
  readonly weekday?: readonly (typeof WEEKDAYS)[number][]
}

/** A list, or a question of analytics that divides it further, that adds up to a mark. */
export type Drill =
  | { readonly to: '/losses'; readonly search: LossDrill }
  | { readonly to: '/shifts'; readonly search: ShiftDrill }
  | { readonly to: '/analytics'; readonly search: AnalyticsSearch }

/** Reasons and work centers by their group, '' = none, and reasons by their activities: a list is narrowed to them by their ids. */
export type KnownIds = {
  readonly reasons: ReadonlyMap<string, readonly number[]>
  readonly workCenters: ReadonlyMap<string, readonly number[]>
  readonly byActivity: ReadonlyMap<string, readonly number[]>
}

/** Returns what is in which group, and which reasons have the same activities. */
export function knownIdsOf(names: AnalyticsNamesQuery | undefined): KnownIds {
  const reasons = names?.lossReasons ?? []
  const groupOf = ({ groupId }: { readonly groupId?: number | null }) => String(groupId ?? '')
  return {
    reasons: idsBy(reasons, groupOf),
    // Deleted work centers are in their group, or in none, as long as their past is.
    workCenters: idsBy([...(names?.workCenters ?? []), ...(names?.deleted ?? [])], groupOf),
    byActivity: idsBy(reasons, ({ activityTypes }) => activityKey(activityTypes)),
  }
}

function idsBy<One extends { readonly id: number }>(
  rows: readonly One[],
  keyOf: (row: One) => string,
): ReadonlyMap<string, readonly number[]> {
  return new Map([...Map.groupBy(rows, keyOf)].map(([key, same]) => [key, same.map(({ id }) => id)]))
}

/** What narrows a question of shifts beside what their list knows: what was made, as an address has its keys. */
type Narrowed = Partial<LossDrill> & { readonly order?: readonly string[]; readonly product?: readonly string[] }

/** What a mark is of: its keys, one a dimension, null = all of them, or of the first one several that are put together; `by` where a chart draws days by week (domain.md N-22). */
export type Mark = {
  readonly keys: readonly (string | null)[]
  readonly rest?: readonly string[] | null
  readonly by?: readonly Dimension[]
}

/**
 * Returns the list of the losses or shifts that a mark is made of (domain.md N-10), of energy, rejects, attainment, hours, orders and products, which no list tells, the
 * question that divides it further: the filters of the page and what the keys say. Null where nothing can be narrowed to it, or divided further.
 */
export function drillOf(search: AnalyticsSearch, asked: Dates, mark: Mark, known: KnownIds): Drill | null {
  const met = narrowedTo(search, asked, mark, known)
  if (met === null) return null
  const { narrowed, dates } = met
  if (isOfLosses(search.m)) return { to: '/losses', search: { ...narrowed, ...dates, range: 'dates' } }
  const { wc, wcGroup, shift, weekday, hour, order, product } = narrowed
  const isOfMade = order !== undefined || product !== undefined
  // Hours and orders are parts of shifts, of which the list tells neither energy nor rejects nor a target that adds up.
  const isPart = isOfEnergy(search.m) || isOfMade || hour !== undefined
  const next = isPart || NOT_LISTED.includes(search.m) ? nextOf(search.m, narrowed, dates.from === dates.to) : null
  if (isPart || next !== null) {
    return next === null
      ? null
      : {
          to: '/analytics',
          search: { ...search, ...piecesIn(narrowed), ...dates, range: 'dates', by: next, and: '', chart: '', sort: 'order' },
        }
  }
  return {
    to: '/shifts',
    search: {
      view: 'list',
      range: 'dates',
      ...(wc !== undefined && { wc }),
      ...(wcGroup !== undefined && { wcGroup }),
      ...(shift !== undefined && { code: shift }),
      ...(weekday !== undefined && { weekday }),
      ...dates,
    },
  }
}

/**
 * Returns the question of the page narrowed to a mark, everything else as it is (domain.md N-10); null where no filter of the page says what the mark is of,
 * such as a status, a person, or what has no reason.
 */
export function filterOf(search: AnalyticsSearch, asked: Dates, mark: Mark, known: KnownIds): AnalyticsSearch | null {
  const met = narrowedTo(search, asked, mark, known)
  if (met === null) return null
  const { narrowed, dates } = met
  if (narrowed.noReason !== undefined || narrowed.why !== undefined || narrowed.status !== undefined || narrowed.person !== undefined)
    return null
  const own = { ...search, ...piecesIn(narrowed), ...dates, range: 'dates' as const }
  if (!isOfLosses(search.m)) return own
  return {
    ...own,
    reason: narrowed.reason ?? [],
    reasonGroup: narrowed.reasonGroup ?? [],
    category: narrowed.category ?? [],
    activity: narrowed.activity ?? [],
    type: LOSS_TYPES.filter((type) => narrowed.plan?.includes(planOf(type))),
    kind: narrowed.source ?? search.kind,
  }
}

function piecesIn({ wc, wcGroup, shift, weekday, hour, order, product }: Narrowed) {
  return {
    wc: wc ?? [],
    wcGroup: wcGroup ?? [],
    shift: shift ?? [],
    weekday: weekday ?? [],
    hour: HOURS.filter((one) => hour?.includes(one)),
    order: order ?? [],
    product: product ?? [],
  }
}

function narrowedTo(
  search: AnalyticsSearch,
  { from, to }: Dates,
  { keys, rest, by = dimensionsOf(search) }: Mark,
  known: KnownIds,
): { readonly narrowed: Narrowed; readonly dates: Dates } | null {
  const parts = keys.map((key, at) => {
    const dimension = by[at] ?? 'REASON'
    if (key === null) return {}
    return key === OTHER ? togetherOf(dimension, rest ?? [], known) : partOf(dimension, key, known)
  })
  // A day and its week are both kept: a mark is where they meet.
  const dates = {
    from: parts.reduce((last, part) => later(part?.from, last), from),
    to: parts.reduce((first, part) => earlier(part?.to, first), to),
  }
  const narrowed = parts.reduce<Narrowed | null>(
    (found, part) => (found === null || part === null ? null : meetOf(found, part)),
    isOfLosses(search.m) ? filtersOf(search) : pieceFiltersOf(search),
  )
  return narrowed === null ? null : { narrowed, dates }
}

const NOT_LISTED: readonly Measure[] = ['ATTAINMENT', 'REJECTED']

/** A product by its orders, then places, then days, as far as they are not one already; then energy by hours, what was made by shifts. */
function nextOf(measure: Measure, { wc, shift, hour, order, product }: Narrowed, isOneDay: boolean): Dimension | null {
  if (product !== undefined && order === undefined) return 'ORDER'
  if (wc?.length !== 1) return 'WORK_CENTER'
  if (!isOneDay) return 'DAY'
  if (isOfEnergy(measure) && hour === undefined) return mayDivide(measure, 'HOUR') ? 'HOUR' : null
  return shift?.length === 1 ? null : 'SHIFT'
}

type Part = Narrowed | null

/** Several values of one filter: of reasons and what has none, and of groups and what is in none, the ids behind them. */
function togetherOf(dimension: Dimension, keys: readonly string[], known: KnownIds): Part {
  const parts = keys.map((key) => partOf(dimension, key, known))
  const same = sameOf(parts)
  if (same !== null) return same
  if (dimension === 'GROUP')
    return idsOf(
      'wc',
      keys.flatMap((key) => known.workCenters.get(key) ?? []),
    )
  if (dimension !== 'REASON' && dimension !== 'REASON_GROUP' && dimension !== 'ACTIVITY') return null
  const why = keys.flatMap((key) => reasonKeysOf(dimension, key, known))
  return why.length === 0 ? null : { why }
}

/** The keys of reasons, and of what stands in their place, that are under the key of the dimension. */
function reasonKeysOf(dimension: 'ACTIVITY' | 'REASON' | 'REASON_GROUP', key: string, known: KnownIds): readonly string[] {
  if (dimension === 'REASON' || WITHOUT_REASON.some((one) => one === key)) return [key]
  return ((dimension === 'ACTIVITY' ? known.byActivity : known.reasons).get(key) ?? []).map(String)
}

/** Values of the same filter as one; null where they are of different ones. */
function sameOf(parts: readonly Part[]): Part {
  const own = parts.map((part) => Object.entries(part ?? {}))
  const names = new Set(own.flatMap((entries) => entries.map(([name]) => name)))
  const [name, ...others] = names
  const lists = own.map(([entry]) => (Array.isArray(entry?.[1]) ? (entry[1] as readonly unknown[]) : null))
  if (name === undefined || others.length > 0 || lists.includes(null)) return null
  return { [name]: lists.flat() }
}

/** Filters of the page narrowed by what a key says; of two lists that narrow the same, what is in both. Null = nothing can be. */
function meetOf(filters: Narrowed, part: Narrowed): Part {
  const met: Record<string, unknown> = { ...filters }
  for (const [name, value] of Object.entries(part)) {
    const present = met[name]
    const both = Array.isArray(present) && Array.isArray(value) ? value.filter((one) => present.includes(one)) : value
    if (Array.isArray(both) && both.length === 0) return null
    met[name] = both
  }
  return met
}

function shiftFiltersOf({ wc, wcGroup, shift, weekday }: AnalyticsSearch): Partial<LossDrill> {
  return {
    ...(wc.length > 0 && { wc }),
    ...(wcGroup.length > 0 && { wcGroup }),
    ...(shift.length > 0 && { shift }),
    ...(weekday.length > 0 && { weekday }),
  }
}

function pieceFiltersOf(search: AnalyticsSearch): Narrowed {
  const { hours, orders, products } = piecesOf(search)
  return {
    ...shiftFiltersOf(search),
    ...(hours.length > 0 && { hour: hours }),
    ...(orders.length > 0 && { order: orders }),
    ...(products.length > 0 && { product: products }),
  }
}

function filtersOf(search: AnalyticsSearch): Partial<LossDrill> {
  const { reason, reasonGroup, category, type, activity, hour } = search
  const kind = kindOf(search)
  return {
    ...shiftFiltersOf(search),
    ...(kind !== 'ALL' && { source: kind }),
    ...(reason.length > 0 && { reason }),
    ...(reasonGroup.length > 0 && { reasonGroup }),
    ...(hour.length > 0 && { hour }),
    ...(category.length > 0 && { category }),
    ...(activity.length > 0 && { activity }),
    ...(search.oee && { oee: true }),
    ...(type.length > 0 && { plan: type.map(planOf) }),
  }
}

function partOf(dimension: Dimension, key: string, known: KnownIds): Part {
  switch (dimension) {
    case 'ACTIVITY': {
      const isWithout = WITHOUT_REASON.some((one) => one === key)
      return isWithout ? reasonOf('REASON', key, known) : idsOf('reason', known.byActivity.get(key) ?? [])
    }
    case 'CATEGORY':
      return { category: LOSS_CATEGORIES.filter((one) => one === key) }
    case 'DAY':
    case 'MONTH':
    case 'WEEK': {
      const { from, to } = periodOf(dimension, key)
      return { from, to: movedDate(to, -1) }
    }
    case 'GROUP':
      return key === '' ? idsOf('wc', known.workCenters.get('') ?? []) : { wcGroup: [Number(key)] }
    case 'HOUR':
      // What no hour holds is no part of any.
      return key === '' ? null : { hour: HOURS.filter((one) => one === key) }
    case 'ORDER':
      return { order: [textOfKey(key)] }
    case 'PRODUCT':
      return { product: [textOfKey(key)] }
    case 'PERSON':
      return { person: [key] }
    case 'REASON':
    case 'REASON_GROUP':
      return reasonOf(dimension, key, known)
    case 'SHIFT':
      return { shift: [key] }
    case 'SOURCE':
      return { source: LOSS_SOURCES.find((one) => one === key) ?? 'STATUS' }
    case 'STATUS':
      return { status: [key] }
    case 'TYPE':
      return { plan: [planOf(key)] }
    case 'WEEKDAY':
      return { weekday: WEEKDAYS.filter((one) => one === key) }
    case 'WORK_CENTER':
      return { wc: [Number(key)] }
  }
}

function reasonOf(dimension: 'REASON' | 'REASON_GROUP', key: string, known: KnownIds): Part {
  switch (key) {
    case 'SPEED':
    case 'OUTPUT':
      return { source: key, noReason: 'NOT_NEEDED' }
    case 'PLANNED':
      return { source: 'STATUS', noReason: 'CLASSIFIED' }
    case 'NOT_NEEDED':
    case 'UNCLASSIFIED':
      return { source: 'STATUS', noReason: key }
    case '':
      return idsOf('reason', known.reasons.get('') ?? [])
    default:
      return dimension === 'REASON' ? { reason: [Number(key)] } : { reasonGroup: [Number(key)] }
  }
}

function planOf(type: string): 'PLANNED' | 'UNDEFINED' | 'UNPLANNED' {
  return type === 'PLANNED' || type === 'UNDEFINED' ? type : 'UNPLANNED'
}

/** The first and the last week of a period are cut by it. */
function later(own: string | undefined, from: string): string {
  return own === undefined || own < from ? from : own
}

function earlier(own: string | undefined, to: string): string {
  return own === undefined || own > to ? to : own
}

/** Nothing can be narrowed to none of them. */
function idsOf(key: 'reason' | 'wc', ids: readonly number[]): Part {
  return ids.length === 0 ? null : { [key]: ids }
}

/** Returns by what else the page can be divided once it is narrowed to the mark: hours and orders that it is narrowed to leave no figure of both (domain.md N-10). */
export function splitsOf(
  narrowed: Pick<AnalyticsSearch, 'hour' | 'm' | 'order' | 'product'>,
  present: readonly Dimension[],
): readonly Dimension[] {
  const kept: readonly Dimension[] = [
    ...(narrowed.hour.length > 0 ? (['HOUR'] as const) : []),
    ...(narrowed.order.length > 0 || narrowed.product.length > 0 ? (['ORDER'] as const) : []),
  ]
  return DIMENSIONS.filter((one) => one !== present[0] && mayDivideAll(narrowed.m, [one, ...kept]))
}
