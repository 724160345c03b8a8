import type { CanvasElement, Content, TableCell } from 'pdfmake/interfaces.js'
import { durationText } from '../clockText.ts'
import type { LaneSpan, ReportChart, TimelineMark, TrendPoint } from '../reportModel.ts'
import { BAR, FIGURES, INK, LOST, MUTED, PAPER, RULE, RUN, SERIES } from './pdfLook.ts'

const BAR_HEIGHT = 9
const STRIPE_STEP = 6
const TREND_HEIGHT = 90
/** Of lines, and of the marks of their scale beside them, which stand in the middle of their own line. */
const LINES_HEIGHT = 130
const SCALE_WIDTH = 56
const SCALE_RISE = 3.5
/** Above a line, for the numbers of notes. */
const SIGN_HEIGHT = 9
/** Of one of their letters. */
const SIGN_WIDTH = 3.5
/** Rows of a chart that stand under its heading on one page. */
const ROWS_UNDER_HEADING = 2
/** Pieces of a chart without rows that do. */
const UNDER_HEADING = 4
const LEGEND_WIDTH = 24
/** Of the line at a target. */
const TARGET_DASH = 1.5
const LOOKS: readonly LaneSpan['look'][] = ['RUN', 'STOP', 'PLANNED', 'UNKNOWN']
/** Names of the parts of bars. */
const NAME_WIDTH = 175
const UPRIGHT_STEP = 4
const SPARK_HEIGHT = 26
/** Labels under a line stand no closer. */
const LABEL_WIDTH = 54

/** Of the names before bars, lanes and lines. */
const LABEL_SHARE = 0.26
const MOST_LABEL = 190
/** Around each cell of a chart. */
const CELL_GAP = 8

/** How wide the names of a chart and its drawing are on a page of the width, beside columns of figures. */
function sizesOf(width: number, figures: readonly number[]): { readonly label: number; readonly drawing: number } {
  const label = Math.min(MOST_LABEL, width * LABEL_SHARE)
  const others = figures.reduce((sum, one) => sum + one, 0)
  return { label, drawing: Math.floor(width - label - others - CELL_GAP * (figures.length + 2)) }
}

/** Returns the chart as vectors of a page of the width (points): names are text, never part of a drawing. */
export function chartContent(chart: ReportChart, language: string, width: number): Content[] {
  const heading: Content = { text: chart.title, fontSize: 12, bold: true, margin: [0, 4, 0, 6], headlineLevel: piecesOf(chart) }
  switch (chart.kind) {
    case 'PARETO':
      return chart.bars.length === 0 ? [] : [heading, pareto(chart.bars, language, width)]
    case 'BARS':
      return chart.bars.length === 0 ? [] : [heading, bars(chart, width)]
    case 'LANES':
      return [heading, lanes(chart, width)]
    case 'STEPS':
      return [heading, stairs(chart.steps, language, width)]
    case 'TREND':
      return chart.points.length < 2 ? [] : [heading, ...noteOf(chart), ...trend(chart, language, width)]
    case 'LINES':
      return [heading, ...noteOf(chart), ...alongDates(chart, width)]
    case 'TRENDS':
      return [heading, ...noteOf(chart), trends(chart.lines, language, width)]
  }
}

/** A heading never stands alone at the end of a page: what must follow it there, each row with its cells. */
function piecesOf(chart: ReportChart): number {
  const under = (rows: number, cells: number) => 1 + cells * Math.min(rows, ROWS_UNDER_HEADING)
  switch (chart.kind) {
    case 'PARETO':
      return under(chart.bars.length, 5)
    case 'BARS':
      return under(chart.bars.length, 4)
    case 'LANES':
      return under(chart.lanes.length, 4)
    case 'STEPS':
      return under(chart.steps.length, 4)
    case 'LINES':
    case 'TREND':
      return UNDER_HEADING
    case 'TRENDS':
      return under(chart.lines.length, 3)
  }
}

function noteOf({ note }: { readonly note: string | null }): Content[] {
  return note === null ? [] : [{ text: note, color: MUTED, margin: [0, 0, 0, 6] }]
}

function pareto(bars: Extract<ReportChart, { readonly kind: 'PARETO' }>['bars'], language: string, width: number): Content {
  const figures = [40, 60, 50]
  const { label: labelWidth, drawing } = sizesOf(width, figures)
  const most = Math.max(1, ...bars.map(({ ms }) => ms))
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const number = new Intl.NumberFormat(language)
  return {
    table: {
      widths: [labelWidth, drawing, ...figures],
      body: bars.map(({ label, ms, count, cumulative }) => [
        { text: label, fontSize: 8 },
        { canvas: hatchedBar(Math.max(1, (ms / most) * drawing)) },
        { text: `${number.format(count)} ×`, alignment: 'right', color: MUTED, fontFeatures: FIGURES },
        { text: durationText(ms), alignment: 'right', fontFeatures: FIGURES },
        { text: share.format(cumulative), alignment: 'right', color: MUTED, fontFeatures: FIGURES },
      ]),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
  }
}

/** A bar each, all to one scale, with a thin line where it ended before and a dashed one where it should end; its parts have colors and patterns of their own. */
function bars(
  { bars: all, most: least, note, series, marks: notes }: Extract<ReportChart, { readonly kind: 'BARS' }>,
  width: number,
): Content {
  const figures = [110, 50]
  const { label: labelWidth, drawing } = sizesOf(width, figures)
  const scale = Math.max(least, ...all.flatMap(({ value, before, target }) => [value ?? 0, before ?? 0, target ?? 0])) || 1
  const widthOf = (value: number) => Math.max(1, (value / scale) * drawing)
  const body: TableCell[][] = all.map(({ label, value, text, share, before, target, parts }, at) => {
    const told = notes.filter(({ first }) => first === at).map(({ sign }) => ` [${sign}]`)
    const markAt = (place: number | null, dash: number | null): CanvasElement[] => {
      if (place === null || place <= 0) return []
      const x = widthOf(place)
      const line = { type: 'line' as const, x1: x, y1: 0, x2: x, y2: BAR_HEIGHT + 2, lineWidth: 1.2, lineColor: INK }
      return [dash === null ? line : { ...line, dash: { length: dash } }]
    }
    const marks = [...markAt(before, null), ...markAt(target, TARGET_DASH)]
    return [
      { text: `${label}${told.join('')}`, fontSize: 8 },
      {
        canvas: [
          ...(value === null || value <= 0 ? [] : parts.length > 0 ? partsOf(parts, widthOf) : hatchedBar(widthOf(value))),
          ...marks,
        ],
      },
      { text, alignment: 'right', fontFeatures: FIGURES },
      { text: share, alignment: 'right', color: MUTED, fontFeatures: FIGURES },
    ]
  })
  return {
    stack: [
      ...legendOf(series, width, (at) => seriesBar(at, 0, LEGEND_WIDTH)),
      { table: { dontBreakRows: true, widths: [labelWidth, drawing, ...figures], body }, layout: 'noBorders' },
      ...(note === '' ? [] : [{ text: note, color: MUTED, margin: [3, 2, 0, 0] as [number, number, number, number] }]),
      ...notesBelow(notes),
    ],
    margin: [0, 0, 0, 10],
  }
}

type Placed = TimelineMark & { readonly from: number; readonly to: number }

/** A line down where a note begins, and one along the top as far as it goes. */
function markLines({ from, to }: Placed, height: number): CanvasElement[] {
  const look = { type: 'line' as const, lineWidth: 0.7, lineColor: MUTED, dash: { length: TARGET_DASH } }
  const down: CanvasElement = { ...look, x1: from, y1: 0, x2: from, y2: height }
  return to > from ? [down, { ...look, x1: from, y1: 0, x2: to, y2: 0 }] : [down]
}

/** What the notes over a chart say. */
function notesBelow(notes: readonly TimelineMark[]): Content[] {
  if (notes.length === 0) return []
  return [{ stack: notes.map(({ sign, text }) => ({ text: `[${sign}] ${text}` })), fontSize: 7, color: MUTED, margin: [3, 2, 0, 10] }]
}

/** One after the other; what is too small to be seen takes no place. */
function partsOf(parts: readonly number[], widthOf: (value: number) => number): CanvasElement[] {
  let from = 0
  return parts.flatMap((part, at): CanvasElement[] => {
    if (part <= 0) return []
    const [x, width] = [from, widthOf(part)]
    from += width
    return seriesBar(at, x, width)
  })
}

/** What the parts are called, some names a line. */
function legendOf(series: readonly string[], pageWidth: number, lookOf: (at: number) => CanvasElement[]): Content[] {
  const most = Math.floor(pageWidth / NAME_WIDTH)
  const lines = Array.from({ length: Math.ceil(series.length / most) }, (_, line) => line * most)
  return lines.map((from, line): Content => {
    const names = series.slice(from, from + most)
    return {
      columns: names.map((name, at) => ({
        columns: [
          { canvas: lookOf(from + at), width: LEGEND_WIDTH + 4 },
          { text: name, width: '*', color: MUTED, margin: [0, 1, 0, 0] },
        ],
        width: NAME_WIDTH,
      })),
      margin: [3, 0, 0, line === lines.length - 1 ? 6 : 2],
    }
  })
}

function seriesBar(series: number, x: number, width: number): CanvasElement[] {
  const place = series % SERIES.length
  const color = SERIES[place] ?? BAR
  const [top, bottom] = [1, 1 + BAR_HEIGHT]
  switch (place === SERIES.length - 1 ? 0 : place % 4) {
    case 0:
      return [{ type: 'rect', x, y: top, w: width, h: BAR_HEIGHT, color }]
    case 1:
      return hatchedBar(width, x, color)
    case 2:
      return [
        { type: 'rect', x, y: top, w: width, h: BAR_HEIGHT, color },
        ...[top + BAR_HEIGHT / 3, top + (2 * BAR_HEIGHT) / 3].map((y): CanvasElement => ({
          type: 'line',
          x1: x,
          y1: y,
          x2: x + width,
          y2: y,
          lineWidth: 0.8,
          lineColor: PAPER,
        })),
      ]
    default:
      return [
        { type: 'rect', x, y: top, w: width, h: BAR_HEIGHT, color },
        ...Array.from({ length: Math.floor(width / UPRIGHT_STEP) }, (_, at): CanvasElement => {
          const at1 = x + (at + 0.5) * UPRIGHT_STEP
          return { type: 'line', x1: at1, y1: top, x2: at1, y2: bottom, lineWidth: 0.8, lineColor: PAPER }
        }),
      ]
  }
}

/** A lane a shift: running time full, stops hatched, planned ones in stripes of another color, unknown time an outline. */
function lanes({ lanes: all, looks }: Extract<ReportChart, { readonly kind: 'LANES' }>, width: number): Content {
  const { label: labelWidth, drawing } = sizesOf(width, [28, 28])
  const body = all.map(({ label, from, to, start, end, spans }): TableCell[] => {
    const place = (at: number) => ((at - start) / Math.max(1, end - start)) * drawing
    return [
      { text: label, fontSize: 8 },
      { text: from, alignment: 'right', color: MUTED, fontFeatures: FIGURES },
      {
        canvas: [
          { type: 'rect', x: 0, y: 1, w: drawing, h: BAR_HEIGHT, lineColor: RULE, lineWidth: 0.5 },
          ...spans.flatMap((span) => laneSpan(span.look, place(span.start), Math.max(0.3, place(span.end) - place(span.start)))),
        ],
      },
      { text: to, color: MUTED, fontFeatures: FIGURES },
    ]
  })
  const legend = LOOKS.filter((look) => all.some(({ spans }) => spans.some((span) => span.look === look))).map((look) => ({
    columns: [
      { canvas: laneSpan(look, 0, LEGEND_WIDTH), width: LEGEND_WIDTH + 4 },
      { text: looks[look], width: 'auto', color: MUTED },
    ],
    width: 130,
  }))
  return {
    stack: [
      { table: { dontBreakRows: true, widths: [labelWidth, 28, drawing, 28], body }, layout: 'noBorders' },
      { columns: legend, margin: [3, 4, 0, 0] },
    ],
    margin: [0, 0, 0, 10],
  }
}

function laneSpan(look: LaneSpan['look'], x: number, width: number): CanvasElement[] {
  switch (look) {
    case 'PLANNED':
      return hatchedBar(width, x)
    case 'RUN':
      return [{ type: 'rect', x, y: 1, w: width, h: BAR_HEIGHT, color: RUN }]
    case 'STOP':
      return hatchedBar(width, x, LOST)
    case 'UNKNOWN':
      return [{ type: 'rect', x, y: 1, w: width, h: BAR_HEIGHT, lineColor: MUTED, lineWidth: 0.5, dash: { length: 2 } }]
  }
}

/** What is left after each step as a bar, and what a step takes as a hatched one where it lies; a gain stands beyond. */
function stairs(steps: Extract<ReportChart, { readonly kind: 'STEPS' }>['steps'], language: string, pageWidth: number): Content {
  const figures = [60, 60]
  const { label: labelWidth, drawing } = sizesOf(pageWidth, figures)
  const share = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
  let left = 0
  const placed = steps.map((step) => {
    const from = step.isTotal ? 0 : left
    left = step.isTotal ? step.ms : left + step.ms
    return { ...step, start: Math.max(0, Math.min(from, left)), end: Math.max(0, from, left) }
  })
  const most = Math.max(1, ...placed.map(({ end }) => end))
  return {
    table: {
      widths: [labelWidth, drawing, ...figures],
      body: placed.map(({ label, ms, start, end, isTotal, share: part }) => {
        const [x, width] = [(start / most) * drawing, Math.max(1, ((end - start) / most) * drawing)]
        return [
          { text: label, fontSize: 8, bold: isTotal },
          { canvas: isTotal ? [{ type: 'rect' as const, x, y: 1, w: width, h: BAR_HEIGHT, color: BAR }] : hatchedBar(width, x, LOST) },
          {
            text: `${ms < 0 ? '−' : isTotal ? '' : '+'}${durationText(Math.abs(ms))}`,
            alignment: 'right',
            fontFeatures: FIGURES,
            bold: isTotal,
          },
          { text: part === null ? '' : share.format(part), alignment: 'right', color: MUTED, fontFeatures: FIGURES },
        ]
      }),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
  }
}

/** A line a work center, all to one scale, with its figure of the whole time. */
function trends(lines: Extract<ReportChart, { readonly kind: 'TRENDS' }>['lines'], language: string, width: number): Content {
  const { label: labelWidth, drawing } = sizesOf(width, [60])
  const spark = { width: drawing, height: SPARK_HEIGHT }
  const percent = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const most = Math.max(100, ...lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  return {
    table: {
      dontBreakRows: true,
      widths: [labelWidth, drawing, 60],
      body: lines.map(({ label, value, points }) => [
        { text: label, fontSize: 8, margin: [0, 6, 0, 0] },
        { canvas: [baseLine(spark), ...lineOf(points, { ...spark, most })] },
        { text: value === null ? '–' : `${percent.format(value)} %`, alignment: 'right', fontFeatures: FIGURES, margin: [0, 6, 0, 0] },
      ]),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
  }
}

/** A bar with stripes inside it, which stay where print has no colors. */
function hatchedBar(width: number, from = 0, color = BAR): CanvasElement[] {
  const [top, bottom] = [1, 1 + BAR_HEIGHT]
  const stripes: CanvasElement[] = []
  for (let x = STRIPE_STEP; x < width + BAR_HEIGHT; x += STRIPE_STEP) {
    const [right, left] = [Math.min(x, width), Math.max(x - BAR_HEIGHT, 0)]
    if (right > left)
      stripes.push({
        type: 'line',
        x1: from + right,
        y1: top + x - right,
        x2: from + left,
        y2: bottom - (left - (x - BAR_HEIGHT)),
        lineWidth: 0.6,
        lineColor: PAPER,
      })
  }
  return [{ type: 'rect', x: from, y: top, w: width, h: BAR_HEIGHT, color }, ...stripes]
}

type Size = { readonly width: number; readonly height: number }

function baseLine({ width, height }: Size): CanvasElement {
  return { type: 'line', x1: 0, y1: height, x2: width, y2: height, lineWidth: 0.5, lineColor: RULE }
}

/** A line with a dot a day; a day without a figure is a gap. */
function lineOf(points: readonly TrendPoint[], { width, height, most }: Size & { readonly most: number }): CanvasElement[] {
  const place = (at: number, value: number) => ({ x: ((at + 0.5) / points.length) * width, y: height * (1 - value / most) })
  const lines = points.flatMap(({ value }, at): CanvasElement[] => {
    const next = points[at + 1]?.value
    if (value === null || next === undefined || next === null) return []
    const [from, to] = [place(at, value), place(at + 1, next)]
    return [{ type: 'line', x1: from.x, y1: from.y, x2: to.x, y2: to.y, lineWidth: 1.5, lineColor: BAR }]
  })
  const dots = points.flatMap(({ value }, at): CanvasElement[] =>
    value === null ? [] : [{ type: 'ellipse', ...place(at, value), r1: 2, r2: 2, color: BAR }],
  )
  return [...lines, ...dots]
}

function trend({ points, marks }: Extract<ReportChart, { readonly kind: 'TREND' }>, language: string, width: number): Content[] {
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const most = Math.max(100, ...points.map(({ value }) => value ?? 0))
  const grid = [0, 50, 100].map((value) => {
    const y = TREND_HEIGHT * (1 - value / most)
    return { type: 'line' as const, x1: 0, y1: y, x2: width, y2: y, lineWidth: 0.5, lineColor: RULE }
  })
  const every = Math.ceil(points.length / Math.floor(width / LABEL_WIDTH))
  const labels = points.filter((_point, at) => at % every === 0)
  const placeOf = (at: number) => ((at + 0.5) / points.length) * width
  const placed = marks.map((mark) => ({ ...mark, from: placeOf(mark.first), to: placeOf(mark.last) }))
  return [
    ...signsOf(placed, width),
    {
      canvas: [
        ...grid,
        ...placed.flatMap((mark) => markLines(mark, TREND_HEIGHT)),
        ...lineOf(points, { width, height: TREND_HEIGHT, most }),
      ],
      margin: [0, placed.length > 0 ? SIGN_HEIGHT : 0, 0, 0],
    },
    {
      columns: labels.map(({ label, value }) => ({
        text: `${label}\n${value === null ? '–' : `${percent.format(value)} %`}`,
        width: (width * every) / points.length,
        alignment: every === 1 ? ('center' as const) : ('left' as const),
        fontSize: 6,
        fontFeatures: FIGURES,
        color: MUTED,
      })),
      columnGap: 0,
      margin: [0, 2, 0, marks.length > 0 ? 4 : 10],
    },
    ...notesBelow(marks),
  ]
}

/** The numbers of notes above a drawing. */
function signsOf(placed: readonly Placed[], width: number): Content[] {
  return [...Map.groupBy(placed, ({ from }) => from)].map(([from, own]): Content => {
    const text = own.map(({ sign }) => `[${sign}]`).join('')
    return {
      text,
      noWrap: true,
      relativePosition: { x: Math.min(from - 4, width - text.length * SIGN_WIDTH), y: 0 },
      fontSize: 6,
      color: MUTED,
    }
  })
}

/** How lines are told apart where print has no colors, by their places; those of the second half are thinner. */
const LINE_DASHES: readonly (readonly [length: number, space: number] | null)[] = [
  null,
  [6, 3],
  [1.5, 2],
  [10, 2],
  null,
  [6, 3],
  [1.5, 2],
  [3, 3],
]

type LineLook = {
  readonly lineWidth: number
  readonly lineColor: string
  readonly dash?: { readonly length: number; readonly space: number }
}

function lineLook(at: number): LineLook {
  const dash = LINE_DASHES[at % LINE_DASHES.length] ?? null
  return {
    lineWidth: at >= LINE_DASHES.length / 2 ? 0.9 : 1.6,
    lineColor: SERIES[at % SERIES.length] ?? BAR,
    ...(dash !== null && { dash: { length: dash[0], space: dash[1] } }),
  }
}

/** Lines over one scale from 0, with its marks at the left, the dates below, and what the lines are called above. */
function alongDates(
  { lines, before, target, columns, marks, most: least, textOf }: Extract<ReportChart, { readonly kind: 'LINES' }>,
  pageWidth: number,
): Content[] {
  const width = pageWidth - SCALE_WIDTH
  const known = [...lines.flatMap(({ values }) => values), ...(before ?? []), target].map((value) => value ?? 0)
  const most = Math.max(least, ...known) || 1
  const xOf = (at: number) => SCALE_WIDTH + ((at + 0.5) / columns.length) * width
  const yOf = (value: number) => LINES_HEIGHT * (1 - value / most)
  const scale = [0, most / 2, most]
  const across = (value: number) => ({ type: 'line' as const, x1: SCALE_WIDTH, y1: yOf(value), x2: pageWidth, y2: yOf(value) })
  const drawn = (values: readonly (number | null)[], look: LineLook): CanvasElement[] =>
    values.flatMap((value, at): CanvasElement[] => {
      const next = values[at + 1] ?? null
      if (value === null) return []
      const dot: CanvasElement = { type: 'ellipse', x: xOf(at), y: yOf(value), r1: 1.6, r2: 1.6, color: look.lineColor }
      return next === null ? [dot] : [{ ...look, type: 'line', x1: xOf(at), y1: yOf(value), x2: xOf(at + 1), y2: yOf(next) }, dot]
    })
  const placed = marks.map((mark) => ({ ...mark, from: xOf(mark.first), to: xOf(mark.last) }))
  const above = placed.length > 0 ? SIGN_HEIGHT : 0
  const every = Math.ceil(columns.length / Math.floor(width / LABEL_WIDTH))
  const middle = 1 + BAR_HEIGHT / 2
  return [
    ...legendOf(
      lines.flatMap(({ label }) => label ?? []),
      pageWidth,
      (at) => [{ ...lineLook(at), type: 'line', x1: 0, y1: middle, x2: LEGEND_WIDTH, y2: middle }],
    ),
    ...signsOf(placed, pageWidth),
    ...scale.map((value): Content => ({
      text: textOf(value),
      noWrap: true,
      relativePosition: { x: 0, y: above + yOf(value) - SCALE_RISE },
      fontSize: 6,
      color: MUTED,
      fontFeatures: FIGURES,
    })),
    {
      canvas: [
        ...scale.map((value): CanvasElement => ({ ...across(value), lineWidth: 0.5, lineColor: RULE })),
        ...placed.flatMap((mark) => markLines(mark, LINES_HEIGHT)),
        ...(target === null ? [] : [{ ...across(target), lineWidth: 1, lineColor: INK, dash: { length: TARGET_DASH } }]),
        ...(before === null ? [] : drawn(before, { lineWidth: 0.6, lineColor: INK })),
        ...lines.flatMap(({ values }, at) => drawn(values, lineLook(at))),
      ],
      margin: [0, above, 0, 0],
    },
    {
      columns: columns
        .filter((_column, at) => at % every === 0)
        .map((label) => ({
          text: label,
          width: (width * every) / columns.length,
          alignment: every === 1 ? ('center' as const) : ('left' as const),
          fontSize: 6,
          color: MUTED,
        })),
      columnGap: 0,
      margin: [SCALE_WIDTH, 2, 0, marks.length > 0 ? 4 : 10],
    },
    ...notesBelow(marks),
  ]
}
