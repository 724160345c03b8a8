import { EFFICIENCY_BANDS, type EfficiencyBand } from '#engine/oee/band.ts'
import { STATUS_LOOKS, type StatusLook } from '#web/parts/statusLook.ts'
import { LINE_COLUMNS, type LineColumn } from './lineColumns.ts'

/** The orders that the toolbar offers; the headers of the line view add those of their columns. */
export const SORTS = ['default', 'az', 'za', 'efficiencyUp', 'efficiencyDown'] as const

/** What a column of the line view sorts by, upwards or downwards. */
export const SORT_COLUMNS = ['status', 'since', 'availability', 'performance', 'quality', 'output', 'rejected', 'reasons'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type Sort = (typeof SORTS)[number] | `${SortColumn}Up` | `${SortColumn}Down`

export const COLORS = ['status', 'oee'] as const
export type CardColor = (typeof COLORS)[number]

export const VIEWS = ['card', 'line'] as const
export type ListView = (typeof VIEWS)[number]

/** Whether the current status counts as work (spec 001 §2), as in `effectiveTypes` of the API. */
export const WORKS = ['effective', 'ineffective'] as const
export type Work = (typeof WORKS)[number]

/** A group by its id, or those in no group. */
export type GroupChoice = number | 'none'

/** Spec 001 §9. */
export const MOST_COMPARED = 3

/** What of the list is in the address; a value that means nothing is the default. */
export type ListSearch = {
  readonly q: string
  readonly sort: Sort
  readonly color: CardColor
  readonly view: ListView
  readonly status: readonly StatusLook[]
  readonly work: readonly Work[]
  readonly band: readonly EfficiencyBand[]
  readonly model: readonly string[]
  readonly group: readonly GroupChoice[]
  /** Only those with stops that nobody explained. */
  readonly needsReason: boolean
  readonly isGrouped: boolean
  /** Groups that are folded. */
  readonly closed: readonly GroupChoice[]
  /** Columns of the line view; null = the usual ones. */
  readonly columns: readonly LineColumn[] | null
  /** Ids of the work centers that are compared; none = the list. */
  readonly compare: readonly number[]
  readonly isBoard: boolean
}

/** What filters the list, without the search text. */
export type ListFilters = Pick<ListSearch, 'status' | 'work' | 'band' | 'model' | 'group' | 'needsReason'>

export const NO_FILTERS: ListFilters = { status: [], work: [], band: [], model: [], group: [], needsReason: false }

const ALL_SORTS: readonly Sort[] = [...SORTS, ...SORT_COLUMNS.flatMap((column) => [`${column}Up`, `${column}Down`] as const)]

/** Returns the list's settings from the query parameters of the address. */
export function readSearch(search: Record<string, unknown>): ListSearch {
  const text = (key: string) => (typeof search[key] === 'string' ? search[key] : '')
  const parts = (key: string) => (text(key) === '' ? [] : text(key).split(','))
  const oneOf = <T extends string>(values: readonly T[], key: string): T | undefined => values.find((value) => value === text(key))
  const someOf = <T extends string>(values: readonly T[], key: string): readonly T[] => values.filter((value) => parts(key).includes(value))
  return {
    q: text('q'),
    sort: oneOf(ALL_SORTS, 'sort') ?? 'default',
    color: oneOf(COLORS, 'color') ?? 'status',
    view: oneOf(VIEWS, 'view') ?? 'card',
    status: someOf(STATUS_LOOKS, 'status'),
    work: someOf(WORKS, 'eff'),
    band: someOf(EFFICIENCY_BANDS, 'band'),
    model: [...new Set(parts('model').flatMap(decodePart))],
    group: groupsOf(parts('group')),
    needsReason: text('reason') === '1',
    isGrouped: text('by') === 'group',
    closed: groupsOf(parts('closed')),
    columns: columnsOf(parts('cols')),
    compare: idsOf(parts('compare')).slice(0, MOST_COMPARED),
    isBoard: text('tv') === '1',
  }
}

/** Returns the query parameters for the settings; defaults are left out of the address. */
export function writeSearch(search: ListSearch): Record<string, string> {
  const all: Record<string, string> = {
    q: search.q,
    sort: search.sort === 'default' ? '' : search.sort,
    color: search.color === 'status' ? '' : search.color,
    view: search.view === 'card' ? '' : search.view,
    status: search.status.join(','),
    eff: search.work.join(','),
    band: search.band.join(','),
    model: search.model.map(encodePart).join(','),
    group: search.group.join(','),
    reason: search.needsReason ? '1' : '',
    by: search.isGrouped ? 'group' : '',
    closed: search.closed.join(','),
    cols: search.columns?.join(',') ?? '',
    compare: search.compare.join(','),
    tv: search.isBoard ? '1' : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** What stands for the default where it is written out, and so means something. */
const WRITTEN_OUT: Readonly<Record<string, readonly string[]>> = {
  sort: ['default'],
  color: ['status'],
  view: ['card'],
  cols: LINE_COLUMNS,
}
const CHECKED = ['sort', 'color', 'view', 'status', 'eff', 'band', 'group', 'reason', 'by', 'closed', 'cols', 'compare', 'tv'] as const

/** Returns the query parameters with values that mean nothing, each with those values; the list leaves them out (U-42). */
export function wrongValues(raw: Record<string, unknown>): readonly string[] {
  return CHECKED.flatMap((key) => {
    const value = raw[key]
    if (typeof value !== 'string') return []
    const meant = [...(writeSearch(readSearch({ [key]: value }))[key]?.split(',') ?? []), ...(WRITTEN_OUT[key] ?? []), '']
    const wrong = value.split(',').filter((part) => !meant.includes(part))
    return wrong.length === 0 ? [] : [`${key}=${wrong.join(',')}`]
  })
}

/** Returns how many choices narrow the list, the search text left out. */
export function filterCount(search: ListFilters): number {
  const { status, work, band, model, group, needsReason } = search
  return status.length + work.length + band.length + model.length + group.length + Number(needsReason)
}

/** Returns the list with the value, or without it when it was in it. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

function groupsOf(parts: readonly string[]): readonly GroupChoice[] {
  const ids = idsOf(parts)
  return parts.includes('none') ? [...ids, 'none'] : ids
}

/** Ids are 32-bit integers (spec 001 §9). */
function idsOf(parts: readonly string[]): readonly number[] {
  const ids = parts.filter((part) => /^[1-9][0-9]{0,9}$/.test(part)).map(Number)
  return [...new Set(ids)].filter((id) => id <= 0x7f_ff_ff_ff)
}

/** The usual columns, chosen one by one, are the usual ones. */
function columnsOf(parts: readonly string[]): readonly LineColumn[] | null {
  const columns = LINE_COLUMNS.filter((column) => parts.includes(column))
  return columns.length === 0 || columns.length === LINE_COLUMNS.length ? null : columns
}

/** Model names may hold commas, which part them. */
function encodePart(part: string): string {
  return part.replaceAll('%', '%25').replaceAll(',', '%2C')
}

function decodePart(part: string): readonly string[] {
  const model = part.replaceAll('%2C', ',').replaceAll('%25', '%')
  return model === '' ? [] : [model]
}
