import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Language } from '#engine/user/language.ts'
import { durationText } from '../clockText.ts'
import { dateText, instantText, isDate } from '../dateWords.ts'
import type { ReportCell, ReportColumn, ReportModel, ReportTable, ReportTile } from '../reportModel.ts'
import { reportTextsOf } from '../reportTexts.ts'
import { BAR, FIGURES, INK, LINK, MUTED, pageWidth, RULE } from './pdfLook.ts'
import type { Orientation } from './pdfLook.ts'
import { chartContent } from './pdfChart.ts'
import { pdfMaker } from './pdfMaker.ts'
import { isReadable, tableWidths } from './pdfWidths.ts'
import { qrCanvas } from './qrCanvas.ts'

/** A table of a PDF has at most so many rows; the spreadsheet has all. */
const MOST_ROWS = 2_000
const MOST_FIGURED_ROWS = 200
const PAGE_MARGIN = 28
/** Above what stands at the foot of a page, and below it, where printers print nothing. */
const FOOT_MARGIN = { above: 8, below: 15 } as const
/** Of the lines at the foot of a page. */
const FOOT_LINES = 30
/** Signs beside the name of a row; what each means stands under its table. */
const MARKS = [
  { key: 'provisional', sign: '*' },
  { key: 'restated', sign: '↻' },
  { key: 'low', sign: '!' },
] as const
/** Ink stays readable on it. */
const DARKEST = 0.45
/** Rows of a table that stand under its heading on one page, its head among them. */
const ROWS_UNDER_HEADING = 3
/** Under the sentences of the first page. */
const LEAD_MARGIN: [number, number, number, number] = [0, 0, 0, 12]
/** Figures of a column stand under each other. */
const PERCENT = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

type Filled = (text: string, values: Readonly<Record<string, number>>) => string

/** Returns the report as a PDF of A4: figures and charts first, then tables, then what it is made of; upright where its tables fit so (domain.md R-14). */
export async function pdfReport(model: ReportModel): Promise<Buffer> {
  const { title, subtitle, language, tiles, lead, charts, about } = model
  const tables = [...model.tables.filter(({ isSheetOnly }) => isSheetOnly !== true), about].map((table) => writtenTable(table, model))
  const orientation = orientationOf(tables)
  const width = pageWidth(PAGE_MARGIN, orientation)
  const { pdf } = reportTextsOf(language)
  const fill: Filled = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => `${values[name] ?? ''}`)
  const sections = tables.map((table, index) => section(table, model, { isFirst: index === 0, width, fill }))
  const foot = footOf(model, fill)
  return await pdfMaker
    .createPdf({
      pageSize: 'A4',
      pageOrientation: orientation,
      pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, foot.height],
      info: { title: `${title} ${subtitle}`, creator: 'Trueline', producer: 'Trueline' },
      language,
      defaultStyle: { font: 'Inter', fontSize: 8, color: INK },
      footer: foot.draw,
      // A heading never stands alone at the end of a page.
      pageBreakBefore: (node, { getFollowingNodesOnPage }) =>
        node.headlineLevel !== undefined && getFollowingNodesOnPage().length < node.headlineLevel,
      content: [
        { text: title, fontSize: 18, bold: true },
        { text: subtitle, fontSize: 10, color: MUTED, margin: [0, 2, 0, 12] },
        ...(tiles.length === 0 ? [] : [tileRow(tiles, model)]),
        ...(tiles.some(({ isProvisional }) => isProvisional) ? [{ text: pdf.provisional, color: MUTED, margin: LEAD_MARGIN }] : []),
        ...(lead.length === 0 ? [] : [{ stack: lead.map((sentence) => ({ text: sentence })), fontSize: 10, margin: LEAD_MARGIN }]),
        ...charts.flatMap((chart) => chartContent(chart, language, width)),
        ...sections.flat(),
      ],
    })
    .getBuffer()
}

/** A page upright holds what its reader needs if no table of it has letters that are too small; otherwise the whole report lies on its side. */
function orientationOf(tables: readonly WrittenTable[]): Orientation {
  const width = pageWidth(PAGE_MARGIN, 'portrait')
  return tables.every(({ columns, body }) => isReadable(columns, body, width)) ? 'portrait' : 'landscape'
}

/** What it is, by whose clock, when and for whom it was made, where the same is on screen, and which page this is. */
function footOf({ title, subtitle, made, language, pageAddress }: ReportModel, fill: Filled) {
  const { pdf, about } = reportTextsOf(language)
  const code = pageAddress === undefined ? null : qrCanvas(pageAddress)
  const height = FOOT_MARGIN.above + FOOT_MARGIN.below + Math.max(FOOT_LINES, code?.side ?? 0)
  const onScreen: Content[] =
    pageAddress === undefined
      ? []
      : [{ text: `${about.onScreen}: ${pageAddress.replace(/^https?:\/\//, '').replace(/\?.*$/, '')}`, ...linkTo(pageAddress) }]
  const draw = (page: number, pages: number): Content => ({
    columns: [
      { width: '*', stack: [{ text: `Trueline · ${title} · ${subtitle}` }, { text: made }, ...onScreen], color: MUTED },
      { width: 'auto', text: fill(pdf.page, { page, pages }), alignment: 'right', color: MUTED },
      ...(code === null ? [] : [{ width: code.side, canvas: code.draw() }]),
    ],
    columnGap: 8,
    fontSize: 7,
    margin: [PAGE_MARGIN, FOOT_MARGIN.above, PAGE_MARGIN, 0],
  })
  return { height, draw }
}

/** The columns of a table that a page has, where they stand in it, and the words of their cells. */
type WrittenTable = {
  readonly table: ReportTable
  readonly places: readonly number[]
  readonly columns: readonly ReportColumn[]
  readonly body: readonly (readonly string[])[]
}

function writtenTable(table: ReportTable, model: ReportModel): WrittenTable {
  const places = table.columns.flatMap((column, at) => (column.isSheetOnly === true ? [] : [at]))
  const body = table.rows.slice(0, MOST_ROWS).map((row, index) => {
    const zone = table.zones?.[index] ?? model.zone
    const marks = MARKS.map(({ key, sign }) => (table[key]?.has(index) === true ? ` ${sign}` : '')).join('')
    return places.map((at, place) => {
      const column = table.columns[at]
      const text = column === undefined ? '' : cellText(column, row[at] ?? null, { zone, language: model.language })
      return `${text}${place === 0 ? marks : ''}`
    })
  })
  return { table, places, columns: places.flatMap((at) => table.columns[at] ?? []), body }
}

function section(
  { table, places, columns, body }: WrittenTable,
  model: ReportModel,
  { isFirst, width, fill }: { readonly isFirst: boolean; readonly width: number; readonly fill: Filled },
): Content[] {
  const { pdf } = reportTextsOf(model.language)
  // The level of a heading says how many pieces of a page must follow it: the table, and the cells of its first rows.
  const headlineLevel = 1 + Math.min(table.rows.length + 1, ROWS_UNDER_HEADING) * columns.length
  const heading: Content = { text: table.name, fontSize: 12, bold: true, margin: [0, isFirst ? 4 : 16, 0, 6], headlineLevel }
  if (table.rows.length === 0) return [heading, { text: pdf.empty, color: MUTED }]
  const { fontSize, widths } = tableWidths(columns, body, width)
  const { addressOf } = model
  const range = shadedRange(table)
  const cells = body.map((row, index): TableCell[] =>
    row.map((text, at) => ({
      text,
      ...linkOf(addressOf, table.figureAt?.(index, places[at] ?? 0) ?? null),
      alignment: sideOf(columns[at]),
      ...(hasFigures(columns[at], body.length) && { fontFeatures: FIGURES }),
      ...shadeOf(table, range, index, places[at] ?? 0),
    })),
  )
  const header = columns.map((column): TableCell => ({ text: column.title, bold: true, alignment: sideOf(column), color: MUTED }))
  return [
    heading,
    {
      table: { headerRows: 1, dontBreakRows: true, widths, body: [header, ...cells] },
      fontSize,
      layout: {
        hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
        vLineWidth: () => 0,
        hLineColor: () => RULE,
        paddingLeft: () => 3,
        paddingRight: () => 3,
        paddingTop: () => 2,
        paddingBottom: () => 2,
      },
    },
    ...(body.length < table.rows.length
      ? [{ text: fill(pdf.cut, { count: body.length, total: table.rows.length }), margin: 4, bold: true }]
      : []),
    ...MARKS.flatMap(({ key }) => ((table[key]?.size ?? 0) > 0 ? [{ text: pdf[key], color: MUTED, margin: 4 }] : [])),
  ]
}

/** What is shaded least and most: the row of sums is not shaded. Sums begin at 0, percentages with the smallest of them, since they are all alike. */
function shadedRange({ columns, heat, rows }: ReportTable): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, 0]
  for (const row of rows.slice(0, -1))
    for (const at of heat ?? []) {
      const value = row[at]
      if (typeof value !== 'number') continue
      least = Math.min(least, columns[at]?.kind === 'percent' ? value : 0)
      most = Math.max(most, value)
    }
  return { least, most }
}

function shadeOf(
  { heat, rows }: ReportTable,
  { least, most }: ReturnType<typeof shadedRange>,
  row: number,
  column: number,
): { readonly fillColor?: string; readonly fillOpacity?: number } {
  const value = rows[row]?.[column]
  if (heat?.has(column) !== true || typeof value !== 'number' || row === rows.length - 1) return {}
  return most > least ? { fillColor: BAR, fillOpacity: DARKEST * ((value - least) / (most - least)) } : {}
}

function tileRow(tiles: readonly ReportTile[], { language, addressOf }: Pick<ReportModel, 'addressOf' | 'language'>): Content {
  const number = (value: number | null) =>
    value === null ? '–' : `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)} %`
  return {
    columns: tiles.map(({ label, value, compared, before, target, targetLabel, isProvisional, figure }) => ({
      stack: [
        { text: label, color: MUTED },
        {
          text: `${number(value)}${isProvisional && value !== null ? ' *' : ''}`,
          fontSize: 18,
          bold: true,
          fontFeatures: FIGURES,
          ...(addressOf && linkTo(addressOf(figure))),
        },
        { text: deltaText(compared, before, language), color: MUTED, fontFeatures: FIGURES },
        ...(target === null ? [] : [{ text: `${targetLabel}: ${number(target)}`, color: MUTED, fontFeatures: FIGURES }]),
      ],
    })),
    margin: [0, 0, 0, 12],
  }
}

function linkOf(addressOf: ReportModel['addressOf'], figure: string | null): { readonly link?: string; readonly color?: string } {
  return figure === null || addressOf === undefined ? {} : linkTo(addressOf(figure))
}

function linkTo(link: string): { readonly link: string; readonly color: string } {
  return { link, color: LINK }
}

function deltaText(value: number | null, before: number | null, language: string): string {
  if (value === null || before === null) return ''
  const change = new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(value - before)
  return `${value > before ? '▲' : value < before ? '▼' : '='} ${change}`
}

function cellText(
  { kind }: ReportColumn,
  cell: ReportCell,
  { zone, language }: { readonly zone: string; readonly language: Language },
): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return kind === 'date' && isDate(cell) ? unbroken(dateText(cell, language)) : cell
  if (kind === 'instant')
    return instantText(cell, { zone, language })
      .split(/, (?=\d\d:)/)
      .map(unbroken)
      .join(', ')
  if (kind === 'duration') return durationText(cell)
  const text = new Intl.NumberFormat(language, kind === 'percent' ? PERCENT : { maximumFractionDigits: 3 }).format(cell)
  return kind === 'percent' ? `${text} %` : text
}

/** Figures of one width are laid out anew in each cell: 8,000 of them took 2.4 s of processor, so a long table has none. */
function hasFigures(column: ReportColumn | undefined, rows: number): boolean {
  return rows <= MOST_FIGURED_ROWS && (column?.kind === 'percent' || column?.kind === 'number')
}

function sideOf(column: ReportColumn | undefined): 'left' | 'right' {
  return column?.kind === 'number' || column?.kind === 'percent' || column?.kind === 'duration' ? 'right' : 'left'
}

/** It stays on one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0')
}
