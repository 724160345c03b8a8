import { detectDelimiter, parseCsv } from 'hucre/csv'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { Refusal } from '#server/refusal.ts'
import { decodeText } from '#engine/table/decodeText.ts'
import type { Encoding } from '#engine/table/decodeText.ts'
import { unpackedSize } from './unpackedSize.ts'

/** A cell: dates of workbooks are texts in ISO form, without a zone. */
export type TableCell = string | number | null

/** A file as a table: its first row names the columns. */
export type FileTable = {
  readonly encoding: Encoding | null
  readonly delimiter: string | null
  /** The sheet that was read, and all that are to be seen. */
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly headers: readonly string[]
  readonly rows: readonly { readonly no: number; readonly cells: readonly TableCell[] }[]
}

export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 100
export const MAX_UNPACKED_BYTES = 50 * 1024 * 1024
const MAX_CELL = 5000

/** Why a file is no table. */
export type NotReadable = 'DAMAGED' | 'EMPTY' | 'ENCRYPTED' | 'NO_ROWS' | 'NO_TABLE' | 'OLD_WORKBOOK'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Workbooks of before 2007, and those that need a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

type Line = { readonly no: number; readonly cells: readonly TableCell[] }

/**
 * Returns the table of a CSV file or a workbook, of which values are read and formulas never run. Refuses IMPORT_FILE_NOT_READABLE with the reason, and
 * IMPORT_TOO_LARGE beyond 5 MB, 20,000 rows, 100 columns or 50 MB unpacked.
 */
export async function readTable(bytes: Uint8Array, { sheet = null }: { readonly sheet?: string | null } = {}): Promise<FileTable> {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge('BYTES', MAX_FILE_BYTES)
  if (bytes.length === 0) throw notReadable('EMPTY')
  if (startsWith(bytes, ZIP)) return await readWorkbook(bytes, sheet)
  if (startsWith(bytes, COMPOUND)) throw notReadable('OLD_WORKBOOK')
  return readCsv(bytes)
}

function readCsv(bytes: Uint8Array): FileTable {
  const decoded = decodeText(bytes)
  if (decoded === null) throw notReadable('NO_TABLE')
  const [first = ''] = decoded.text.split(/[\r\n]/, 1)
  const said = /^\ufeff?sep=(.)$/i.exec(first)?.[1]
  const text = said === undefined ? decoded.text : decoded.text.slice(first.length).replace(/^\r?\n|^\r/, '')
  const delimiter = said ?? delimiterOf(text)
  // Empty lines do not count as rows, as long as they are not the most.
  const parsed = parseCsv(text, { delimiter, maxRows: 2 * MAX_ROWS + 1 })
  if (parsed.length > 2 * MAX_ROWS) throw tooLarge('ROWS', MAX_ROWS)
  const offset = said === undefined ? 1 : 2
  const lines = parsed.map((cells, at) => ({ no: at + offset, cells: cells.map(cellOf) }))
  return { encoding: decoded.encoding, delimiter, sheet: null, sheets: [], ...tableOf(lines) }
}

/** That of the library, but for files of one column, where it sees a comma in every number. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const guessed = detectDelimiter(text.slice(0, 100_000))
  if (header.includes(guessed)) return guessed
  return [';', '\t', ',', '|'].find((one) => header.includes(one)) ?? guessed
}

async function readWorkbook(bytes: Uint8Array, wanted: string | null): Promise<FileTable> {
  let size: number | null
  try {
    size = unpackedSize(bytes, MAX_UNPACKED_BYTES)
  } catch (error) {
    throw notReadable('DAMAGED', error)
  }
  if (size === null) throw tooLarge('UNPACKED', MAX_UNPACKED_BYTES)
  try {
    const sheets = await sheetsOf(bytes)
    const chosen = wanted === null ? null : sheets.find(({ name }) => name === wanted)
    if (chosen === undefined) throw notReadable('NO_TABLE')
    for (const { name, index } of chosen === null ? sheets : [chosen]) {
      const lines = await linesOf(bytes, index)
      // Without a choice the first sheet that holds a table.
      if (chosen === null && lines.filter(isFilled).length < 2 && index !== sheets.at(-1)?.index) continue
      return { encoding: null, delimiter: null, sheet: name, sheets: sheets.map((one) => one.name), ...tableOf(lines) }
    }
    throw notReadable('NO_ROWS')
  } catch (error) {
    throw error instanceof Refusal ? error : notReadable('DAMAGED', error)
  }
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly { readonly name: string; readonly index: number }[]> {
  const found: { readonly name: string; readonly index: number }[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }, index) => {
      if (hidden !== true && veryHidden !== true) found.push({ name, index })
      return false
    },
  })
  return found
}

async function linesOf(bytes: Uint8Array, sheet: number): Promise<readonly Line[]> {
  const lines: Line[] = []
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (values.length > 0) lines.push({ no: index + 1, cells: values.map(cellOf) })
    if (lines.length > 2 * MAX_ROWS) throw tooLarge('ROWS', MAX_ROWS)
  }
  return lines
}

/** Headers are the first line that says something; empty lines behind it are none. */
function tableOf(lines: readonly Line[]): Pick<FileTable, 'headers' | 'rows'> {
  const [header, ...rows] = lines.filter(isFilled)
  if (header === undefined) throw notReadable('EMPTY')
  if (rows.length === 0) throw notReadable('NO_ROWS')
  if (rows.length > MAX_ROWS) throw tooLarge('ROWS', MAX_ROWS)
  let width = 0
  for (const { cells } of [header, ...rows]) width = Math.max(width, cells.findLastIndex((cell) => cell !== null) + 1)
  if (width > MAX_COLUMNS) throw tooLarge('COLUMNS', MAX_COLUMNS)
  const headers = Array.from({ length: width }, (_none, at) => String(header.cells[at] ?? '').slice(0, 200))
  return { headers, rows: rows.map(({ no, cells }) => ({ no, cells: cells.slice(0, width) })) }
}

function isFilled({ cells }: Line): boolean {
  return cells.some((cell) => cell !== null)
}

function cellOf(value: unknown): TableCell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 19)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return String(value)
  // The database holds no empty character.
  const text = typeof value === 'string' ? value.replaceAll('\u0000', '').trim().slice(0, MAX_CELL) : ''
  return text === '' ? null : text
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte)
}

function notReadable(reason: NotReadable, cause?: unknown): Refusal {
  return new Refusal({ code: 'IMPORT_FILE_NOT_READABLE', params: { reason } }, { cause })
}

function tooLarge(what: 'BYTES' | 'COLUMNS' | 'ROWS' | 'UNPACKED', max: number): Refusal {
  return new Refusal({ code: 'IMPORT_TOO_LARGE', params: { what, max } })
}
