import { isAdditive, isFactor, isPartOfPeriod, isRatio, TIME_DIMENSIONS, type Dimension } from '#engine/analytics/dimensions.ts'
import { drawnDimension, drawnKey, MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import type { KeyedSign } from '#engine/analytics/rowSigns.ts'
import { chartOf } from '#engine/analytics/charts.ts'
import type { SavedLook } from '#engine/analytics/savedLook.ts'
import type { AnalyticsAnswer, TargetedCell } from '#server/analytics/analytics.service.ts'
import type { ReportBar, ReportCell, ReportChart, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import type { KeyNames } from './viewNames.ts'
import { filled } from './reportWords.ts'
import { marksOf, type TimelineNotes } from './timelineMarks.ts'
import { cellOf, kindOf, rowOfAll, titleOf } from './viewRows.ts'
import { linesOfView } from './viewLines.ts'
import { valueText } from './viewSentence.ts'
import { beforeSentence, MOST_SERIES, seriesKeys, signsWriter } from './viewSeries.ts'

/** Bars of a chart; what is smaller stands together in the last one. */
const MOST_BARS = 20
/** A page is as wide as so many columns of the calendar. */
const MOST_TIMES = 14
/** A table of more rows or columns is no picture. */
const MOST_LINES = 60

/** What a picture of a view needs beside its answer; `chosen`: the dates that somebody chose to compare with, null = none. */
export type NamedView = {
  readonly names: ReportNames
  readonly keys: KeyNames
  readonly signs: readonly KeyedSign[]
  readonly notes: TimelineNotes
  readonly chosen: string | null
}
type Drawn = { readonly charts: readonly ReportChart[]; readonly tables: readonly ReportTable[] }

/**
 * Returns the answer as a picture, as the page draws it: bars of the first dimension, with parts of the second where values add up, lines along dates, or a
 * table of both that is shaded. A workbook has the table also where ratios of both are lines.
 */
export function pictureOfView(answer: AnalyticsAnswer, look: SavedLook, named: NamedView): Drawn {
  const { measure, by } = answer.question
  const kind = chartOf({ chart: look.chart, m: measure }, by)
  const lines = kind === 'lines' ? linesOfView(answer, named) : []
  if (lines.length > 0) {
    const tables = isAdditive(measure) ? [] : shadedTable(answer, named)
    return { charts: lines, tables: tables.map((table) => ({ ...table, isSheetOnly: true })) }
  }
  const tables = kind === 'bars' ? [] : shadedTable(answer, named)
  return { charts: tables.length > 0 ? [] : barsOf(answer, named), tables }
}

/** The rest of many bars stands together, and days of many are weeks; a bar of ratios is made of sums. A bar has the marks that its row has. */
function barsOf(answer: AnalyticsAnswer, { names, keys, signs, notes, chosen }: NamedView): readonly ReportChart[] {
  const { measure, by } = answer.question
  const [first, second] = by
  if (first === undefined) return []
  const drawn = drawnDimension(first, new Set(answer.cells.map(({ cell }) => cell.keys[0])).size)
  const keyOf = (key: string) => drawnKey(first, drawn, key)
  const grouped = [...Map.groupBy(answer.cells, ({ cell }) => keyOf(cell.keys[0] ?? ''))].map(([key, own]) => barOf(key, own, answer))
  const signsText = signsWriter(signs, 0, keyOf)
  if (grouped.length < 2) return []
  const isByTime = TIME_DIMENSIONS.includes(first)
  const ranked = isByTime ? grouped : grouped.toSorted((one, other) => (other.row.value ?? -1) - (one.row.value ?? -1))
  const isCut = !isByTime && ranked.length > MOST_BARS
  const rest = isCut ? ranked.slice(MOST_BARS - 1).flatMap(({ own }) => own) : []
  const shown = isCut ? [...ranked.slice(0, MOST_BARS - 1), barOf(null, rest, answer)] : ranked
  const series = second === undefined || !isAdditive(measure) ? [] : seriesKeys(answer.cells, 1, null)
  const named = series.length > MOST_SERIES ? series.slice(0, MOST_SERIES - 1) : series
  const isRestDrawn = series.length > named.length
  const partsOf = (own: readonly TargetedCell[]) => {
    const sumOf = (isOf: (key: string) => boolean) =>
      own.filter(({ cell }) => isOf(cell.keys[1] ?? '')).reduce((sum, { cell }) => sum + cell.part, 0)
    return [...named.map((one) => sumOf((key) => key === one)), ...(isRestDrawn ? [sumOf((key) => !named.includes(key))] : [])]
  }
  const share = new Intl.NumberFormat(names.language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const bars = shown.map(({ key, own, row }): ReportBar => ({
    label: `${key === null ? names.texts.keys.other : keys(drawn, key)}${signsText(key, own, answer)}`,
    value: row.value,
    text: valueText(measure, row.value, { unit: answer.unit, names }),
    share: isAdditive(measure) && row.share !== null ? share.format(row.share) : '',
    before: row.before,
    target: isFactor(measure) ? row.target : null,
    parts: series.length === 0 ? [] : partsOf(own),
  }))
  return [
    {
      kind: 'BARS',
      title: `${titleOf(answer, names)} · ${[drawn, ...by.slice(1)].map((dimension) => names.texts.dimensions[dimension]).join(' × ')}`,
      note: [
        ...(bars.some(({ before }) => before !== null) ? [beforeSentence(chosen, names)] : []),
        ...(bars.some(({ target }) => target !== null) ? [names.texts.view.target] : []),
        ...(drawn === first ? [] : [filled(names.texts.pdf.byWeek, { count: MOST_DRAWN_DAYS })]),
      ].join(' '),
      most: isRatio(measure) ? 1 : 0,
      series: second === undefined ? [] : [...named.map((key) => keys(second, key)), ...(isRestDrawn ? [names.texts.keys.other] : [])],
      bars,
      marks: isPartOfPeriod(drawn)
        ? marksOf(
            notes,
            drawn,
            shown.flatMap(({ key }) => key ?? []),
            names,
          )
        : [],
    },
  ]
}

function barOf(key: string | null, own: readonly TargetedCell[], answer: AnalyticsAnswer) {
  return { key, own, row: rowOfAll(own, answer) }
}

/** Rows of one dimension by columns of the other, with sums of terms at their ends (N-3); the calendar stands below where it is too wide. None where it is too large. */
function shadedTable(answer: AnalyticsAnswer, { names, keys }: NamedView): readonly ReportTable[] {
  const { measure, by } = answer.question
  const [first, second] = by
  if (first === undefined || second === undefined) return []
  const isTime = (dimension: Dimension) => TIME_DIMENSIONS.includes(dimension)
  const isTurned = isTime(second) && !isTime(first) && seriesKeys(answer.cells, 1, second).length > MOST_TIMES
  const [down, along, rowAt] = isTurned ? [second, first, 1 as const] : [first, second, 0 as const]
  const columnAt = rowAt === 0 ? 1 : 0
  const [rowKeys, columnKeys] = [seriesKeys(answer.cells, rowAt, down), seriesKeys(answer.cells, columnAt, along)]
  if (rowKeys.length < 2 || rowKeys.length > MOST_LINES || columnKeys.length > MOST_LINES) return []
  const isCut = !isTime(along) && columnKeys.length > MOST_SERIES
  const shown = isCut ? columnKeys.slice(0, MOST_SERIES - 1) : columnKeys
  const cellsOf = (own: readonly TargetedCell[]): readonly ReportCell[] => {
    const valueOf = (some: readonly TargetedCell[]) => (some.length === 0 ? null : cellOf(measure, rowOfAll(some, answer).value))
    const isOf = ({ cell }: TargetedCell, key: string) => (cell.keys[columnAt] ?? '') === key
    return [
      ...shown.map((key) => valueOf(own.filter((one) => isOf(one, key)))),
      ...(isCut ? [valueOf(own.filter((one) => shown.every((key) => !isOf(one, key))))] : []),
      valueOf(own),
    ]
  }
  const titles = [...shown.map((key) => keys(along, key)), ...(isCut ? [names.texts.keys.other] : [])]
  const kind = kindOf(measure)
  const byRow = Map.groupBy(answer.cells, ({ cell }) => cell.keys[rowAt] ?? '')
  const { dimensions, columns, total } = names.texts
  return [
    {
      name: `${dimensions[down]} × ${dimensions[along]}`,
      columns: [{ title: dimensions[down], kind: 'text' }, ...[...titles, columns.all].map((title): ReportColumn => ({ title, kind }))],
      heat: new Set(titles.map((_title, at) => at + 1)),
      rows: [
        ...rowKeys.map((key): readonly ReportCell[] => [keys(down, key), ...cellsOf(byRow.get(key) ?? [])]),
        [total, ...cellsOf(answer.cells)],
      ],
      isSheetOnly: shown.length > MOST_TIMES,
    },
  ]
}
