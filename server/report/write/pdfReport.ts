import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { clockText, durationText } from '../clockText.ts'
import type { ReportCell, ReportColumn, ReportModel, ReportTable, ReportTile } from '../reportModel.ts'
import { reportTextsOf } from '../reportTexts.ts'
import { BAR, FIGURES, INK, LINK, MUTED, pageWidth, RULE } from './pdfLook.ts'
import { chartContent } from './pdfChart.ts'
import { pdfMaker } from './pdfMaker.ts'
import { tableWidths } from './pdfWidths.ts'

/** A table of a PDF has at most so many rows; the spreadsheet has all. */
const MOST_ROWS = 2_000
const MOST_FIGURED_ROWS = 200
const PAGE_MARGIN = 28
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

/** Returns the report as a PDF, A4 on its side: figures and charts first, then tables, then what it is made of. */
export async function pdfReport(model: ReportModel): Promise<Buffer> {
  const { title, subtitle, language, made, tiles, lead, charts, about } = model
  const tables = model.tables.filter(({ isSheetOnly }) => isSheetOnly !== true)
  const { pdf } = reportTextsOf(language)
  const fill = (text: string, values: Readonly<Record<string, number>>) =>
    text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => `${values[name] ?? ''}`)
  const sections = tables.map((table, index) => section(table, model, { isFirst: index === 0, fill }))
  return await pdfMaker
    .createPdf({
      pageSize: 'A4',
      pageOrientation: 'landscape',
      pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN + 10],
      info: { title: `${title} ${subtitle}`, creator: 'Trueline', producer: 'Trueline' },
      language,
      defaultStyle: { font: 'Inter', fontSize: 8, color: INK },
      footer: (page: number, pages: number): Content => ({
        columns: [
          { width: '*', text: `Trueline · ${title} · ${subtitle} · ${made}`, color: MUTED },
          { width: 'auto', text: fill(pdf.page, { page, pages }), alignment: 'right', color: MUTED },
        ],
        fontSize: 7,
        margin: [PAGE_MARGIN, 8, PAGE_MARGIN, 0],
      }),
      // A heading never stands alone at the end of a page.
      pageBreakBefore: (node, { getFollowingNodesOnPage }) =>
        node.headlineLevel !== undefined && getFollowingNodesOnPage().length < node.headlineLevel,
      content: [
        { text: title, fontSize: 18, bold: true },
        { text: subtitle, fontSize: 10, color: MUTED, margin: [0, 2, 0, 12] },
        ...(tiles.length === 0 ? [] : [tileRow(tiles, model)]),
        ...(tiles.some(({ isProvisional }) => isProvisional) ? [{ text: pdf.provisional, color: MUTED, margin: LEAD_MARGIN }] : []),
        ...(lead.length === 0 ? [] : [{ stack: lead.map((sentence) => ({ text: sentence })), fontSize: 10, margin: LEAD_MARGIN }]),
        ...charts.flatMap((chart) => chartContent(chart, language)),
        ...sections.flat(),
        ...section(about, model, { isFirst: false, fill }),
      ],
    })
    .getBuffer()
}

function section(
  table: ReportTable,
  model: ReportModel,
  { isFirst, fill }: { readonly isFirst: boolean; readonly fill: (text: string, values: Readonly<Record<string, number>>) => string },
): Content[] {
  const { pdf } = reportTextsOf(model.language)
  const shownColumns = table.columns.filter(({ isSheetOnly }) => isSheetOnly !== true).length
  // The level of a heading says how many pieces of a page must follow it: the table, and the cells of its first rows.
  const headlineLevel = 1 + Math.min(table.rows.length + 1, ROWS_UNDER_HEADING) * shownColumns
  const heading: Content = { text: table.name, fontSize: 12, bold: true, margin: [0, isFirst ? 4 : 16, 0, 6], headlineLevel }
  if (table.rows.length === 0) return [heading, { text: pdf.empty, color: MUTED }]
  const places = table.columns.flatMap((column, at) => (column.isSheetOnly === true ? [] : [at]))
  const shown = table.rows.slice(0, MOST_ROWS)
  const columns = places.flatMap((at) => table.columns[at] ?? [])
  const body = shown.map((row, index) => {
    const zone = table.zones?.[index] ?? model.zone
    const marks = MARKS.map(({ key, sign }) => (table[key]?.has(index) === true ? ` ${sign}` : '')).join('')
    return places.map((at, place) => {
      const column = table.columns[at]
      const text = column === undefined ? '' : cellText(column, row[at] ?? null, { zone, language: model.language })
      return `${text}${place === 0 ? marks : ''}`
    })
  })
  const { fontSize, widths } = tableWidths(columns, body, pageWidth(PAGE_MARGIN))
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
    ...(shown.length < table.rows.length
      ? [{ text: fill(pdf.cut, { count: shown.length, total: table.rows.length }), margin: 4, bold: true }]
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
  { zone, language }: { readonly zone: string; readonly language: string },
): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (kind === 'instant') return clockText(cell, zone).slice(0, 16)
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
