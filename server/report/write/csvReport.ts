import { csvText } from '#engine/table/csvText.ts'
import { clockText, durationText, offsetAt } from '../clockText.ts'
import type { ReportColumn, ReportCell, ReportModel } from '../reportModel.ts'

const ROWS_AT_ONCE = 500

/** Returns the first table of the report as CSV (RFC 4180) with a byte order mark, some rows at a time: dots in numbers, and no text that a spreadsheet computes (W-27). */
export function* csvReport({ tables, zone, about }: ReportModel): Generator<Uint8Array<ArrayBuffer>> {
  const { columns, rows, zones } = tables[0] ?? about
  const encoder = new TextEncoder()
  const header = columns.flatMap(({ title, kind }) => (kind === 'instant' ? [csvText(title), csvText(`${title} UTC`)] : [csvText(title)]))
  yield encoder.encode(`\uFEFF${header.join(',')}\r\n`)
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const lines = rows.slice(at, at + ROWS_AT_ONCE).map((row, index) => {
      const own = zones?.[at + index] ?? zone
      return `${columns.flatMap((column, place) => cellsOf(column, row[place] ?? null, own)).join(',')}\r\n`
    })
    yield encoder.encode(lines.join(''))
  }
}

function cellsOf({ kind }: ReportColumn, cell: ReportCell, zone: string): readonly string[] {
  if (cell === null) return kind === 'instant' ? ['', ''] : ['']
  if (typeof cell === 'string') return [csvText(cell)]
  if (kind === 'instant') return [clockText(cell, zone), `"${offsetAt(cell, zone)}"`]
  return [kind === 'duration' ? durationText(cell) : `${cell}`]
}
