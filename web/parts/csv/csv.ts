import { csvText } from '#engine/table/csvText.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { zoneOffset } from '#web/ui/zone.ts'

export type Cell = string | number | null

const BYTE_ORDER_MARK = '\uFEFF'

/** Returns a table as CSV (RFC 4180, U-42): UTF-8 with a byte order mark, commas, numbers with a dot, and no text that a spreadsheet would compute. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map((row) => row.map(writeCell).join(',')).join('\r\n') + '\r\n'
}

/**
 * Returns a table as it is pasted into a spreadsheet: a tab between cells, one line a row, and no text that it would compute. Numbers have the decimal sign of the
 * language, by which spreadsheets read what is pasted: where dates have dots, 12.5 would become the twelfth of May.
 */
export function toTabs(header: readonly string[], rows: readonly (readonly Cell[])[], locale: string): string {
  const write = (cell: Cell) => (typeof cell === 'number' && Number.isFinite(cell) ? numberText(cell, locale) : writeCell(cell))
  return [header, ...rows].map((row) => row.map(write).join('\t')).join('\n')
}

/** Returns an instant as ISO 8601 with the offset of the zone, to the second: `2026-05-04T14:02:11+03:00`; empty for none. */
export function isoWithOffset(at: number | null, timeZone: string): string {
  if (at === null) return ''
  const offset = zoneOffset(timeZone, at)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(at + offset).toISOString().slice(0, 19)}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Returns an instant as the zone's clock shows it, as spreadsheets read it: `2026-05-04 14:02:11`; empty for none. */
export function localDateTime(at: number | null, timeZone: string): string {
  return at === null ? '' : new Date(at + zoneOffset(timeZone, at)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns a length as `HH:mm:ss`, hours above a day counted on; rounded to the second. */
export function clockDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

/** Returns a text as part of a file name: lower-case letters of any script, digits, single hyphens between. */
export function fileNamePart(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  return csvText(cell)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
