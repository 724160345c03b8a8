import { writeXlsxStream } from 'hucre/xlsx'
import type { SheetTable } from './xlsxTable.ts'

/** Excel's own limit, and what it refuses in the name of a sheet. */
const MOST_IN_A_NAME = 31
const NOT_IN_A_NAME = /[\\/?*[\]:]/g

/** Returns a table as a workbook of one sheet, its head staying in sight. Loaded when somebody wants one: it is larger than a page. */
export async function writeXlsx(name: string, { columns, rows }: SheetTable): Promise<Blob> {
  const stream = writeXlsxStream(
    rows.map((row) => [...row]),
    {
      name: name.replace(NOT_IN_A_NAME, ' ').slice(0, MOST_IN_A_NAME).trim() || 'Sheet',
      columns: columns.map(({ header, width, numFmt }) => ({ header, width, ...(numFmt !== undefined && { numFmt }) })),
      freezePane: { rows: 1 },
    },
  )
  return await new Response(stream, {
    headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }).blob()
}
