import { activityKey, WITHOUT_REASON } from '#engine/analytics/lossFact.ts'
import { isOfEnergy, isOfLosses, isOfOrders, mayDivide, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { LOSS_SOURCES, type LossSource } from '#engine/facts.ts'
import { LOSS_CATEGORIES, type ActivityType, type LossCategory } from '#engine/loss/lossReason.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import { movedDate, periodOf } from '#engine/time/statPeriod.ts'
import type { AnalyticsNamesQuery } from '#web/api/generated/graphql.ts'
import { dimensionsOf, kindOf, OTHER } from './analytics.view.ts'
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

/** Reasons and work centers without a group, and reasons by their activities: a list is narrowed to them by their ids. */
export type KnownIds = {
  readonly reasons: readonly number[]
  readonly workCenters: readonly number[]
  readonly byActivity: ReadonlyMap<string, readonly number[]>
}

/** Returns what has no group, and which reasons have the same activities. */
export function knownIdsOf(names: AnalyticsNamesQuery | undefined): KnownIds {
  const reasons = names?.lossReasons ?? []
  const groups = Map.groupBy(reasons, ({ activityTypes }) => activityKey(activityTypes))
  return {
    reasons: reasons.filter(({ groupId }) => groupId == null).map(({ id }) => id),
    workCenters: (names?.workCenters ?? []).filter(({ groupId }) => groupId == null).map(({ id }) => id),
    byActivity: new Map([...groups].map(([key, same]) => [key, same.map(({ id }) => id)])),
  }
}

/** What a mark is of: its keys, one a dimension, or of the first one several that are put together. */
export type Mark = { readonly keys: readonly string[]; readonly rest?: readonly string[] | null }

/**
 * Returns the list of the losses or shifts that a mark is made of (docs/domain.md N-10), of energy, which no list tells, the question that divides it
 * further: the filters of the page and what the keys say. Null where nothing can be narrowed to it: reasons and what has none put together, and shifts by
 * what their list has no filter for.
 */
export function drillOf(search: AnalyticsSearch, { from, to }: Dates, { keys, rest }: Mark, known: KnownIds): Drill | null {
  const by = dimensionsOf(search)
  // No list tells the time of an order.
  if (isOfOrders(by)) return null
  const parts = keys.map((key, at) => {
    const dimension = by[at] ?? 'REASON'
    return key === OTHER ? togetherOf((rest ?? []).map((one) => partOf(dimension, one, known))) : partOf(dimension, key, known)
  })
  // A day and its week are both kept: a mark is where they meet.
  const dates = {
    from: parts.reduce((last, part) => later(part?.from, last), from),
    to: parts.reduce((first, part) => earlier(part?.to, first), to),
  }
  const narrowed = parts.reduce<Partial<LossDrill> | null>(
    (found, part) => (found === null || part === null ? null : meetOf(found, part)),
    isOfLosses(search.m) ? filtersOf(search) : shiftFiltersOf(search),
  )
  if (narrowed === null) return null
  if (isOfLosses(search.m)) return { to: '/losses', search: { ...narrowed, ...dates, range: 'dates' } }
  const { wc, wcGroup, shift, weekday, hour } = narrowed
  // Hours are parts of shifts.
  if (hour !== undefined) return null
  if (isOfEnergy(search.m)) {
    const next = nextOf(search.m, { isOnePlace: wc?.length === 1, isOneDay: dates.from === dates.to })
    const own = { wc: wc ?? [], wcGroup: wcGroup ?? [], shift: shift ?? [], weekday: weekday ?? [] }
    return next === null
      ? null
      : { to: '/analytics', search: { ...search, ...own, ...dates, range: 'dates', by: next, and: '', chart: '', sort: 'order' } }
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

/** Places, then days, then hours, as far as they are not one already; hours have no units (mayDivide). */
function nextOf(
  measure: Measure,
  { isOnePlace, isOneDay }: { readonly isOnePlace: boolean; readonly isOneDay: boolean },
): Dimension | null {
  if (!isOnePlace) return 'WORK_CENTER'
  if (!isOneDay) return 'DAY'
  return mayDivide(measure, 'HOUR') ? 'HOUR' : null
}

type Part = Partial<LossDrill> | null

/** Several values of one filter; null where they are values of different ones. */
function togetherOf(parts: readonly Part[]): Part {
  const own = parts.map((part) => Object.entries(part ?? {}))
  const names = new Set(own.flatMap((entries) => entries.map(([name]) => name)))
  const [name, ...others] = names
  const lists = own.map(([entry]) => (Array.isArray(entry?.[1]) ? (entry[1] as readonly unknown[]) : null))
  if (name === undefined || others.length > 0 || lists.includes(null)) return null
  return { [name]: lists.flat() }
}

/** Filters of the page narrowed by what a key says; of two lists that narrow the same, what is in both. Null = nothing can be. */
function meetOf(filters: Partial<LossDrill>, part: Partial<LossDrill>): Part {
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
      return key === '' ? idsOf('wc', known.workCenters) : { wcGroup: [Number(key)] }
    case 'HOUR':
      return { hour: HOURS.filter((one) => one === key) }
    case 'ORDER':
    case 'PRODUCT':
      return null
    case 'PERSON':
      return { person: [key] }
    case 'REASON':
    case 'REASON_GROUP':
      return reasonOf(dimension, key, known)
    case 'SHIFT':
      return { shift: [key] }
    case 'SOURCE':
      return { source: LOSS_SOURCES.find((one) => one === key) ?? 'STATUS' }
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
      return idsOf('reason', known.reasons)
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
