import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { zoneOffset } from '#web/ui/zone.ts'
import { titleWithUnit, type FileWords, type ListColumn } from './listColumn.ts'

/** A column of a sheet: its title, and how its numbers are shown. */
export type SheetColumn = { readonly header: string; readonly numFmt?: string; readonly width: number }
export type SheetTable = { readonly columns: readonly SheetColumn[]; readonly rows: readonly (readonly (string | number | null)[])[] }

const QUARTER_MS = 15 * MINUTE_MS
/** Days from the first day of a spreadsheet, 30 December 1899, to 1 January 1970. */
const EPOCH_DAYS = 25_569
/** What a cell of a spreadsheet holds at most. */
const MOST_CHARACTERS = 32_767
const INSTANT = 'yyyy-mm-dd hh:mm:ss'
const DURATION = '[h]:mm:ss'
/** Characters that no file of this kind may hold. */
// oxlint-disable-next-line no-control-regex -- these are what is to be removed
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/**
 * Returns a list as a sheet (U-42): instants as the zone's clock shows them with their offset beside, durations as parts of a day, which spreadsheets add
 * up; texts are texts, never formulas.
 */
export function sheetTable<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  timeZone: string,
  words: Pick<FileWords, 'local'> & { offset(title: string): string },
): SheetTable {
  const offsetAt = offsetsOf(timeZone)
  const written = columns.flatMap((column) => (column.value === undefined ? [] : [{ ...column, value: column.value }]))
  return {
    columns: written.flatMap(({ kind, title, unit }): SheetColumn[] => {
      if (kind === 'instant')
        return [
          { header: words.local(title), numFmt: INSTANT, width: 20 },
          { header: words.offset(title), width: 10 },
        ]
      if (kind === 'duration') return [{ header: title, numFmt: DURATION, width: 12 }]
      return [{ header: titleWithUnit(title, unit), width: kind === 'number' ? 12 : 24 }]
    }),
    rows: rows.map((row) =>
      written.flatMap(({ kind, value }): (string | number | null)[] => {
        const cell = value(row)
        if (kind === 'instant')
          return typeof cell === 'number' ? [serialOf(cell, offsetAt(cell)), offsetText(offsetAt(cell))] : [null, null]
        if (kind === 'duration') return [typeof cell === 'number' ? cell / DAY_MS : null]
        return [typeof cell === 'string' ? textCell(cell) : cell]
      }),
    ),
  }
}

/** Returns an instant as a spreadsheet counts it, to the millisecond: days of a clock that is so many ms ahead of UTC. */
export function serialOf(at: number, offsetMs: number): number {
  return (at + offsetMs) / DAY_MS + EPOCH_DAYS
}

/** Clocks are changed at a quarter of an hour, so each quarter is asked for once, however many rows lie in it. */
function offsetsOf(timeZone: string): (at: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    const offset = known.get(quarter) ?? zoneOffset(timeZone, quarter * QUARTER_MS)
    known.set(quarter, offset)
    return offset
  }
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(offsetMs / MINUTE_MS)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

function textCell(text: string): string {
  const clean = text.replace(FORBIDDEN, '')
  return clean.length <= MOST_CHARACTERS ? clean : `${clean.slice(0, MOST_CHARACTERS - 1)}…`
}
