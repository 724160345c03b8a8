import { writeXlsx } from 'hucre/xlsx'
import { DAY_MS } from '#engine/time/durations.ts'
import { offsetAt, serialOf } from '../clockText.ts'
import type { ColumnKind, ReportCell, ReportColumn, ReportModel, ReportTable } from '../reportModel.ts'

type XlsxCell = number | string | null

/** Excel's own limits, and what it refuses in the name of a sheet. */
const MOST_IN_A_NAME = 31
const MOST_CHARACTERS = 32_767
const NOT_IN_A_NAME = /[\\/?*[\]:]/g
/** Characters that no file of this kind may hold. */
// oxlint-disable-next-line no-control-regex -- these are what is to be removed
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const EPOCH_DAYS = 25_569

const FORMATS: Readonly<Record<ColumnKind, string | null>> = {
  date: 'yyyy-mm-dd',
  duration: '[h]:mm:ss',
  instant: 'yyyy-mm-dd hh:mm:ss',
  number: null,
  percent: '0.00%',
  text: null,
}
const WIDTHS: Readonly<Record<ColumnKind, number>> = { date: 12, duration: 12, instant: 20, number: 12, percent: 12, text: 24 }

/** Returns the report as a workbook, a sheet a table and the last one about it: typed cells, durations as parts of a day, texts never formulas (W-26, W-27). */
export async function xlsxReport({ tables, about, zone, title }: ReportModel): Promise<Uint8Array> {
  return await writeXlsx({
    sheets: [...tables, about].map((table) => ({
      name: table.name.replace(NOT_IN_A_NAME, ' ').slice(0, MOST_IN_A_NAME).trim(),
      columns: table.columns.flatMap(columnsOf),
      rows: [[...table.columns.flatMap(headersOf)], ...rowsOf(table, zone)],
      freezePane: { rows: 1 },
    })),
    properties: { title },
    stringMode: 'inline',
  })
}

function columnsOf({ kind }: ReportColumn): { width: number; numFmt?: string }[] {
  const format = FORMATS[kind]
  return [{ width: WIDTHS[kind], ...(format !== null && { numFmt: format }) }, ...(kind === 'instant' ? [{ width: 10 }] : [])]
}

function headersOf({ title, kind }: ReportColumn): string[] {
  return kind === 'instant' ? [title, `${title} UTC`] : [title]
}

function rowsOf({ columns, rows, zones }: ReportTable, zone: string): XlsxCell[][] {
  return rows.map((row, index) => columns.flatMap((column, at) => cellsOf(column, row[at] ?? null, zones?.[index] ?? zone)))
}

function cellsOf({ kind }: ReportColumn, cell: ReportCell, zone: string): XlsxCell[] {
  if (kind === 'instant') return typeof cell === 'number' ? [serialOf(cell, zone), offsetAt(cell, zone)] : [null, null]
  if (cell === null) return [null]
  if (kind === 'date') return [typeof cell === 'string' ? Date.parse(cell) / DAY_MS + EPOCH_DAYS : cell]
  if (typeof cell === 'string') return [cleanText(cell)]
  if (kind === 'percent') return [cell / 100]
  return [kind === 'duration' ? cell / DAY_MS : cell]
}

function cleanText(text: string): string {
  const clean = text.replace(FORBIDDEN, '')
  return clean.length <= MOST_CHARACTERS ? clean : `${clean.slice(0, MOST_CHARACTERS - 1)}…`
}
