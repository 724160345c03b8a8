import { EFFICIENCY_BANDS } from '#engine/oee/band.ts'
import { alsoRead, columnsOf, flag, ids, listOf, named, oneOf, text, texts } from '#web/parts/list/codecs.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'
import type { ChangeSearch } from '#web/parts/list/useListSearch.ts'
import { STATUS_STYLES } from '#web/parts/statusStyle.ts'
import { TABLE_COLUMNS } from './tableColumns.ts'

/** The orders that the toolbar offers; the heads of the table add those of their columns. */
export const SORTS = ['default', 'worst', 'az', 'za', 'efficiencyUp', 'efficiencyDown'] as const

/** The orders of a phone, where what needs somebody would be screens below: it begins with the worst. */
export const PHONE_SORTS = SORTS.filter((sort) => sort !== 'default')

/** Returns the order of the list, by what the address says and the width of the screen. */
export function sortHere(sort: Sort, isPhone: boolean): Sort {
  return isPhone && sort === 'default' ? 'worst' : sort
}

/** What a column of the table sorts by, upwards or downwards. */
export const SORT_COLUMNS = ['status', 'since', 'availability', 'performance', 'quality', 'output', 'rejected', 'reasons'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type Sort = (typeof SORTS)[number] | `${SortColumn}Up` | `${SortColumn}Down`

export const COLORS = ['status', 'oee'] as const
export type CardColor = (typeof COLORS)[number]

export const VIEWS = ['card', 'table'] as const

/** Whether the current status counts as work (spec 001 §2), as in `effectiveTypes` of the API. */
export const WORKS = ['effective', 'ineffective'] as const
export type Work = (typeof WORKS)[number]

/** A group by its id, or those in no group. */
export type GroupChoice = number | 'none'

/** Of these times work centers are compared: the running shift, live, or whole days. */
export const COMPARED_RANGES = ['currentShift', 'today', 'yesterday', 'last7', 'thisWeek', 'lastWeek', 'last30'] as const
export type ComparedRange = (typeof COMPARED_RANGES)[number]

/** Spec 001 §9. */
export const MOST_COMPARED = 3

const ALL_SORTS: readonly [Sort, ...Sort[]] = [...SORTS, ...SORT_COLUMNS.flatMap((column) => [`${column}Up`, `${column}Down`] as const)]

/** The URL state of the list. */
export const LIST_SEARCH = searchTable({
  q: text(),
  sort: oneOf(ALL_SORTS),
  color: oneOf(COLORS),
  // The table was once called lines, and bookmarks say so.
  view: alsoRead(oneOf(VIEWS), { line: 'table' }),
  status: listOf(STATUS_STYLES),
  work: named('eff', listOf(WORKS)),
  band: listOf(EFFICIENCY_BANDS),
  model: texts(),
  group: ids({ or: 'none' }),
  /** Only those with stops that nobody explained. */
  needsReason: named('reason', flag()),
  isGrouped: named('by', flag('group')),
  /** Groups that are folded. */
  closed: ids({ or: 'none' }),
  /** Columns of the table. */
  columns: named('cols', columnsOf(TABLE_COLUMNS)),
  /** Ids of the work centers that are compared; none = the list. */
  compare: ids({ most: MOST_COMPARED }),
  /** The time of which the compared show their figures. */
  comparedRange: named('range', oneOf(COMPARED_RANGES)),
  isBoard: named('tv', flag()),
  /** For the people who work at several machines. */
  isOperator: named('mode', flag('op')),
})
export type ListSearch = ReturnType<typeof LIST_SEARCH.read>
export type ChangeListSearch = ChangeSearch<ListSearch>

/** What filters the list, without the search text. */
export type ListFilters = Pick<ListSearch, 'status' | 'work' | 'band' | 'model' | 'group' | 'needsReason'>

export const NO_FILTERS: ListFilters = { status: [], work: [], band: [], model: [], group: [], needsReason: false }

/** Returns how many choices narrow the list, the search text left out. */
export function filterCount(search: ListFilters): number {
  const { status, work, band, model, group, needsReason } = search
  return status.length + work.length + band.length + model.length + group.length + Number(needsReason)
}

/** Returns the list with the value, or without it when it was in it. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}
