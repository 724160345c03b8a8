import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { DAY_MS } from '#engine/time/durations.ts'
import { offsetAt, serialOf } from '../clockText.ts'
import { isDate } from '../dateWords.ts'
import type { ColumnKind, ReportCell, ReportColumn, ReportModel, ReportTable } from '../reportModel.ts'
import { columnName, escapeXml, sheetEnd, sheetHead, sheetLinks, STYLES, workbookParts } from './workbookXml.ts'

/** Excel's own limits, and what it refuses in the name of a sheet. */
const MOST_IN_A_NAME = 31
const MOST_CHARACTERS = 32_767
const MOST_ROWS = 1_048_575
const NOT_IN_A_NAME = /[\\/?*[\]:]/g
/** Characters that no file of this kind may hold. */
// oxlint-disable-next-line no-control-regex -- these are what is to be removed
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const EDGE_SPACE = /^\s|\s$|\n/
const EPOCH_DAYS = 25_569
/** Digits of a number that a spreadsheet keeps. */
const DIGITS = 15

const WIDTHS: Readonly<Record<ColumnKind, number>> = { date: 12, duration: 12, instant: 20, number: 12, percent: 12, text: 24 }
const OFFSET_WIDTH = 10
const ROWS_AT_ONCE = 500
const MOST_LINKS = 20_000
/** Files are for reading once: the fast half of what compression can do. */
const COMPRESSION = 3
/** Pieces that are worth a message to the main loop, and no stall of it. */
const PIECE_BYTES = 256 * 1024

type Sheet = { readonly name: string; readonly table: ReportTable; readonly from: number; readonly to: number }

/**
 * Returns the report as a workbook, a sheet a table and the last one about it, piece by piece: typed cells, durations as parts of a day, texts never
 * formulas (W-26, W-27). What a sheet cannot hold goes on in the next.
 */
export async function* xlsxReport(
  { tables, about, zone, title, addressOf }: ReportModel,
  { mostRows = MOST_ROWS }: { readonly mostRows?: number } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const sheets = [...tables.filter(({ isPageOnly }) => isPageOnly !== true), about].flatMap((table) => sheetsOf(table, mostRows))
  const zip = new ZipFile()
  zip.on('error', (error: Error) => zip.outputStream.emit('error', error))
  const names = sheets.map(({ name }) => name)
  for (const [name, xml] of workbookParts(title, names)) zip.addBuffer(Buffer.from(xml), name)
  for (const [at, sheet] of sheets.entries()) {
    const links = addressOf === undefined ? [] : linksOf(sheet)
    if (addressOf !== undefined && links.length > 0) {
      const xml = sheetLinks(links.map(({ figure }) => addressOf(figure)))
      zip.addBuffer(Buffer.from(xml), `xl/worksheets/_rels/sheet${at + 1}.xml.rels`)
    }
    const linked = links.map(({ cell }) => cell)
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { compressionLevel: COMPRESSION }, (take) =>
      take(null, Readable.from(sheetXml(sheet, zone, linked), { objectMode: false })),
    )
  }
  zip.end()
  let [waiting, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of zip.outputStream) {
    const bytes = Buffer.from(chunk)
    waiting.push(bytes)
    length += bytes.length
    if (length < PIECE_BYTES) continue
    yield new Uint8Array(Buffer.concat(waiting))
    ;[waiting, length] = [[], 0]
  }
  yield new Uint8Array(Buffer.concat(waiting))
}

function sheetsOf(table: ReportTable, most: number): Sheet[] {
  const name = table.name.replace(NOT_IN_A_NAME, ' ').slice(0, MOST_IN_A_NAME).trim()
  const sheets: Sheet[] = []
  for (let from = 0; from === 0 || from < table.rows.length; from += most) {
    const more = from === 0 ? '' : ` ${from / most + 1}`
    sheets.push({
      name: `${name.slice(0, MOST_IN_A_NAME - more.length).trimEnd()}${more}`,
      table,
      from,
      to: Math.min(from + most, table.rows.length),
    })
  }
  return sheets
}

/** Cells whose figure a link shows again, the first of a sheet: Excel takes 65,530. */
function linksOf({ table: { columns, figureAt }, from, to }: Sheet): { readonly cell: string; readonly figure: string }[] {
  if (figureAt === undefined) return []
  const links: { readonly cell: string; readonly figure: string }[] = []
  for (let index = from; index < to && links.length < MOST_LINKS; index++) {
    let place = 0
    for (const [which, column] of columns.entries()) {
      const figure = figureAt(index, which)
      if (figure !== null) links.push({ cell: `${columnName(place)}${index - from + 2}`, figure })
      place += headersOf(column).length
    }
  }
  return links
}

function* sheetXml({ table: { columns, rows, zones }, from, to }: Sheet, zone: string, linked: readonly string[]): Generator<string> {
  const letters = columns.flatMap(headersOf).map((_title, at) => columnName(at))
  yield sheetHead(columns.flatMap(({ kind }) => (kind === 'instant' ? [WIDTHS.instant, OFFSET_WIDTH] : [WIDTHS[kind]])))
  yield `<row r="1">${columns
    .flatMap(headersOf)
    .map((header, at) => textXml(`${letters[at]}1`, header, STYLES.header))
    .join('')}</row>`
  for (let at = from; at < to; at += ROWS_AT_ONCE) {
    let xml = ''
    for (let index = at; index < Math.min(at + ROWS_AT_ONCE, to); index++) {
      const row = rows[index] ?? []
      const no = index - from + 2
      const own = zones?.[index] ?? zone
      xml += `<row r="${no}">`
      let place = 0
      for (const [which, column] of columns.entries()) {
        xml += cellXml(`${letters[place]}${no}`, column, row[which] ?? null, own)
        if (column.kind === 'instant') xml += offsetXml(`${letters[place + 1]}${no}`, row[which] ?? null, own)
        place += column.kind === 'instant' ? 2 : 1
      }
      xml += '</row>'
    }
    yield xml
  }
  yield sheetEnd(letters.at(-1) ?? 'A', to - from + 1, linked)
}

function headersOf({ title, kind }: ReportColumn): string[] {
  return kind === 'instant' ? [title, `${title} UTC`] : [title]
}

function cellXml(ref: string, { kind }: ReportColumn, cell: ReportCell, zone: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return kind === 'date' && isDate(cell)
      ? numberXml(ref, Date.parse(cell) / DAY_MS + EPOCH_DAYS, STYLES.date)
      : textXml(ref, cleanText(cell), 0)
  if (kind === 'instant') return numberXml(ref, serialOf(cell, zone), STYLES.instant)
  if (kind === 'percent') return numberXml(ref, Number((cell / 100).toPrecision(DIGITS)), STYLES.percent)
  return numberXml(ref, kind === 'duration' ? cell / DAY_MS : cell, STYLES[kind])
}

function offsetXml(ref: string, cell: ReportCell, zone: string): string {
  return typeof cell === 'number' ? textXml(ref, offsetAt(cell, zone), 0) : ''
}

function numberXml(ref: string, value: number, style: number): string {
  return `<c r="${ref}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`
}

function textXml(ref: string, text: string, style: number): string {
  const space = EDGE_SPACE.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${ref}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t${space}>${escapeXml(text)}</t></is></c>`
}

function cleanText(text: string): string {
  const clean = text.replace(FORBIDDEN, '')
  return clean.length <= MOST_CHARACTERS ? clean : `${clean.slice(0, MOST_CHARACTERS - 1)}…`
}
