import { isOfEnergy, isOfLosses, isOfOrders, type Dimension } from '#engine/analytics/dimensions.ts'
import type { LossSource } from '#engine/facts.ts'
import { LOSS_CATEGORIES, type LossCategory } from '#engine/loss/lossReason.ts'
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
  readonly category?: LossCategory
  readonly plan?: 'PLANNED' | 'UNDEFINED' | 'UNPLANNED'
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

/** A list that adds up to a mark. */
export type Drill = { readonly to: '/losses'; readonly search: LossDrill } | { readonly to: '/shifts'; readonly search: ShiftDrill }

/** Reasons without a group, and work centers without one: a list is narrowed to them by their ids. */
export type Ungrouped = { readonly reasons: readonly number[]; readonly workCenters: readonly number[] }

/** Returns what has no group. */
export function ungroupedOf(names: AnalyticsNamesQuery | undefined): Ungrouped {
  return {
    reasons: (names?.lossReasons ?? []).filter(({ groupId }) => groupId == null).map(({ id }) => id),
    workCenters: (names?.workCenters ?? []).filter(({ groupId }) => groupId == null).map(({ id }) => id),
  }
}

/**
 * Returns the list of the losses or shifts that a mark is made of (docs/domain.md N-10): the filters of the page and what the keys say. Null where no
 * list can be narrowed to it: several put together, and shifts by what their list has no filter for.
 */
export function drillOf(search: AnalyticsSearch, { from, to }: Dates, keys: readonly string[], ungrouped: Ungrouped): Drill | null {
  const by = dimensionsOf(search)
  // No list tells the energy of shifts, and none the time of an order.
  if (keys.includes(OTHER) || isOfEnergy(search.m) || isOfOrders(by)) return null
  const parts = by.map((dimension, at) => partOf(dimension, keys[at] ?? '', ungrouped))
  if (parts.includes(null)) return null
  const own: Partial<LossDrill> = Object.assign({}, ...parts)
  // A day and its week are both kept: a mark is where they meet.
  const dates = {
    from: parts.reduce((last, part) => later(part?.from, last), from),
    to: parts.reduce((first, part) => earlier(part?.to, first), to),
  }
  const wc = own.wc ?? search.wc
  const places = wc.length > 0 ? { wc } : {}
  if (isOfLosses(search.m)) return { to: '/losses', search: { ...filtersOf(search), ...own, ...places, ...dates, range: 'dates' } }
  // Hours are parts of shifts.
  if (own.hour !== undefined) return null
  const group = own.wcGroup ?? search.wcGroup
  const code = own.shift ?? search.shift
  const weekday = own.weekday ?? search.weekday
  const narrowed = {
    ...places,
    ...(group.length > 0 && { wcGroup: group }),
    ...(code.length > 0 && { code }),
    ...(weekday.length > 0 && { weekday }),
  }
  return { to: '/shifts', search: { view: 'list', range: 'dates', ...narrowed, ...dates } }
}

function filtersOf(search: AnalyticsSearch): Partial<LossDrill> {
  const { wcGroup, reason, reasonGroup, category, type, shift, weekday, hour } = search
  const kind = kindOf(search)
  return {
    ...(kind !== 'ALL' && { source: kind }),
    ...(wcGroup.length > 0 && { wcGroup }),
    ...(reason.length > 0 && { reason }),
    ...(reasonGroup.length > 0 && { reasonGroup }),
    ...(shift.length > 0 && { shift }),
    ...(weekday.length > 0 && { weekday }),
    ...(hour.length > 0 && { hour }),
    ...(category !== '' && { category }),
    ...(search.oee && { oee: true }),
    ...(type !== '' && { plan: planOf(type) }),
  }
}

function partOf(dimension: Dimension, key: string, ungrouped: Ungrouped): Partial<LossDrill> | null {
  switch (dimension) {
    case 'CATEGORY':
      return { category: LOSS_CATEGORIES.find((one) => one === key) ?? 'AVAILABILITY' }
    case 'DAY':
    case 'MONTH':
    case 'WEEK': {
      const { from, to } = periodOf(dimension, key)
      return { from, to: movedDate(to, -1) }
    }
    case 'GROUP':
      return key === '' ? idsOf('wc', ungrouped.workCenters) : { wcGroup: [Number(key)] }
    case 'HOUR':
      return { hour: HOURS.filter((one) => one === key) }
    case 'ORDER':
    case 'PRODUCT':
      return null
    case 'PERSON':
      return { person: [key] }
    case 'REASON':
    case 'REASON_GROUP':
      return reasonOf(dimension, key, ungrouped)
    case 'SHIFT':
      return { shift: [key] }
    case 'TYPE':
      return { plan: planOf(key) }
    case 'WEEKDAY':
      return { weekday: WEEKDAYS.filter((one) => one === key) }
    case 'WORK_CENTER':
      return { wc: [Number(key)] }
  }
}

function reasonOf(dimension: 'REASON' | 'REASON_GROUP', key: string, ungrouped: Ungrouped): Partial<LossDrill> | null {
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
      return idsOf('reason', ungrouped.reasons)
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
function idsOf(key: 'reason' | 'wc', ids: readonly number[]): Partial<LossDrill> | null {
  return ids.length === 0 ? null : { [key]: ids }
}
