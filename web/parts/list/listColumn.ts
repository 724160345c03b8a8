import type { ReactNode } from 'react'
import { type Cell, clockDuration, isoWithOffset, localDateTime } from '#web/parts/csv/csv.ts'
import { columnOf, isDescending } from './sort.ts'

/** What a column holds: it decides on which side figures stand and how they are written to a file. Instants are UTC ms, durations ms. */
type ColumnKind = 'text' | 'number' | 'instant' | 'duration'

/** A column of a list, from which its table, its cards on phones, its order and its file follow. */
export type ListColumn<Row> = {
  readonly key: string
  readonly title: string
  /** What stands in the head instead of the title, which is then read out. */
  readonly short?: string
  readonly cell: (row: Row) => ReactNode
  /** What is sorted and written to a file; without it the column is neither. */
  readonly value?: (row: Row) => string | number | null
  /** What is sorted, where that is not the value. */
  readonly rank?: (row: Row) => string | number | null
  readonly kind?: ColumnKind
  /** Of figures without one in their cells: it stands behind the title in a file, since nothing else there tells kilograms of pieces. */
  readonly unit?: string
  readonly isSortable?: boolean
  /** The first press sorts descending: what needs somebody stands first. */
  readonly startsDown?: boolean
  /** In CSS px; the others share what is left. */
  readonly width?: number
  /** The name of the row: it cannot be left out, and on phones the other columns stand below it. */
  readonly isTitle?: boolean
  /** Below this width of the window the column stands below the title. */
  readonly foldsBelow?: 992
  /** Says enough without its title where it stands below that of the row. */
  readonly isPlain?: boolean
  /** Is in the file although it may not be in the table. */
  readonly isAlwaysInFile?: boolean
  /** Is not in the table at all. */
  readonly isOnlyInFile?: boolean
  /** Titles in the file, where they are not those of the table: two for instants and durations. */
  readonly fileTitles?: readonly string[]
}

/** Returns the rows sorted by the rank or else the value of a column; equal ones keep their order, and those without a value are last both ways. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<ListColumn<Row>, 'key' | 'value' | 'rank'>[],
  sort: string,
  compare: (a: string, b: string) => number,
): readonly Row[] {
  const column = columns.find(({ key }) => key === columnOf(sort))
  const value = column?.rank ?? column?.value
  if (value === undefined) return rows
  const sign = isDescending(sort) ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: value(row) }))
  const sorted = keyed.toSorted(({ key: one }, { key: other }) => {
    if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other))
    return sign * (typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other)))
  })
  return sorted.map(({ row }) => row)
}

/** Returns the columns that a file has: the title, the chosen ones and those that are always in it. */
export function fileColumns<Row>(columns: readonly ListColumn<Row>[], chosen: readonly string[] | null): readonly ListColumn<Row>[] {
  return columns.filter(
    ({ key, isTitle, isAlwaysInFile }) => isTitle === true || isAlwaysInFile === true || chosen === null || chosen.includes(key),
  )
}

/** The words that a file needs beside the titles of its columns. */
export type FileWords = {
  /** Returns the title of an instant as the clock on the wall shows it. */
  local(title: string): string
  /** Returns the title of a duration in seconds. */
  seconds(title: string): string
}

/** Returns the header and the rows of a file: instants both with their offset and as the clock on the wall, durations in seconds and as a clock. */
export function fileTable<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  timeZone: string,
  words: FileWords,
): { readonly header: readonly string[]; readonly cells: readonly (readonly Cell[])[] } {
  const written = columns.filter((column) => column.value !== undefined)
  return {
    header: written.flatMap((column) => column.fileTitles ?? titlesOf(column, words)),
    cells: rows.map((row) => written.flatMap((column) => cellsOf(column, row, timeZone))),
  }
}

type Titled = { readonly kind?: ColumnKind; readonly title: string; readonly unit?: string }

function titlesOf({ kind, title, unit }: Titled, words: FileWords): readonly string[] {
  if (kind === 'instant') return [title, words.local(title)]
  return kind === 'duration' ? [words.seconds(title), title] : [titleWithUnit(title, unit)]
}

/** Returns the title of a column with the unit of its figures. */
export function titleWithUnit(title: string, unit: string | undefined): string {
  return unit === undefined || unit === '' ? title : `${title}, ${unit}`
}

function cellsOf<Row>({ kind, value }: ListColumn<Row>, row: Row, timeZone: string): readonly Cell[] {
  const cell = value?.(row) ?? null
  if (kind !== 'instant' && kind !== 'duration') return [cell]
  const ms = typeof cell === 'number' ? cell : null
  if (kind === 'instant') return [isoWithOffset(ms, timeZone), localDateTime(ms, timeZone)]
  return ms === null ? [null, ''] : [Math.round(ms / 1000), clockDuration(ms)]
}

function isMissing(value: string | number | null): boolean {
  return value === null || value === ''
}
