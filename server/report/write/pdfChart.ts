import type { CanvasElement, Content, TableCell } from 'pdfmake/interfaces.js'
import { durationText } from '../clockText.ts'
import type { LaneSpan, ReportChart, TrendPoint } from '../reportModel.ts'
import { BAR, FIGURES, INK, LOST, MUTED, PAPER, RULE, RUN, SERIES } from './pdfLook.ts'

const BAR_WIDTH = 380
const BAR_HEIGHT = 9
const STRIPE_STEP = 6
const TREND = { width: 760, height: 90 }
/** Pieces of a chart that stand under its heading on one page. */
const UNDER_HEADING = 4
const LANE_WIDTH = 500
const LEGEND_WIDTH = 24
const LOOKS: readonly LaneSpan['look'][] = ['RUN', 'STOP', 'PLANNED', 'UNKNOWN']
/** Names of the parts of bars. */
const NAMES_A_LINE = 4
const NAME_WIDTH = 185
const UPRIGHT_STEP = 4
const SPARK = { width: 480, height: 26 }
/** Labels under a line stand no closer. */
const LABEL_WIDTH = 54

/** Returns the chart as vectors of the page: names are text, never part of a drawing. */
export function chartContent(chart: ReportChart, language: string): Content[] {
  const heading: Content = { text: chart.title, fontSize: 12, bold: true, margin: [0, 4, 0, 6], headlineLevel: UNDER_HEADING }
  switch (chart.kind) {
    case 'PARETO':
      return chart.bars.length === 0 ? [] : [heading, pareto(chart.bars, language)]
    case 'BARS':
      return chart.bars.length === 0 ? [] : [heading, bars(chart)]
    case 'LANES':
      return [heading, lanes(chart)]
    case 'STEPS':
      return [heading, stairs(chart.steps, language)]
    case 'TREND':
      return chart.points.length < 2 ? [] : [heading, ...trend(chart.points, language)]
    case 'TRENDS': {
      const note: Content[] = chart.note === null ? [] : [{ text: chart.note, color: MUTED, margin: [0, 0, 0, 6] }]
      return [heading, ...note, trends(chart.lines, language)]
    }
  }
}

function pareto(bars: Extract<ReportChart, { readonly kind: 'PARETO' }>['bars'], language: string): Content {
  const most = Math.max(1, ...bars.map(({ ms }) => ms))
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const number = new Intl.NumberFormat(language)
  return {
    table: {
      widths: [190, BAR_WIDTH, 40, 60, 50],
      body: bars.map(({ label, ms, count, cumulative }) => [
        { text: label, fontSize: 8 },
        { canvas: hatchedBar(Math.max(1, (ms / most) * BAR_WIDTH)) },
        { text: `${number.format(count)} ×`, alignment: 'right', color: MUTED, fontFeatures: FIGURES },
        { text: durationText(ms), alignment: 'right', fontFeatures: FIGURES },
        { text: share.format(cumulative), alignment: 'right', color: MUTED, fontFeatures: FIGURES },
      ]),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
  }
}

/** A bar each, all to one scale, with a thin line where it ended before; its parts have colors and patterns of their own. */
function bars({ bars: all, most: least, note, series }: Extract<ReportChart, { readonly kind: 'BARS' }>): Content {
  const scale = Math.max(least, ...all.flatMap(({ value, before }) => [value ?? 0, before ?? 0])) || 1
  const widthOf = (value: number) => Math.max(1, (value / scale) * BAR_WIDTH)
  const body: TableCell[][] = all.map(({ label, value, text, share, before, parts }) => {
    const mark: CanvasElement[] =
      before === null || before <= 0
        ? []
        : [{ type: 'line', x1: widthOf(before), y1: 0, x2: widthOf(before), y2: BAR_HEIGHT + 2, lineWidth: 1.2, lineColor: INK }]
    return [
      { text: label, fontSize: 8 },
      {
        canvas: [...(value === null || value <= 0 ? [] : parts.length > 0 ? partsOf(parts, widthOf) : hatchedBar(widthOf(value))), ...mark],
      },
      { text, alignment: 'right', fontFeatures: FIGURES },
      { text: share, alignment: 'right', color: MUTED, fontFeatures: FIGURES },
    ]
  })
  return {
    stack: [
      ...legendOf(series),
      { table: { dontBreakRows: true, widths: [190, BAR_WIDTH, 110, 50], body }, layout: 'noBorders' },
      ...(note === '' ? [] : [{ text: note, color: MUTED, margin: [3, 2, 0, 0] as [number, number, number, number] }]),
    ],
    margin: [0, 0, 0, 10],
  }
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
function legendOf(series: readonly string[]): Content[] {
  const lines = Array.from({ length: Math.ceil(series.length / NAMES_A_LINE) }, (_, line) => line * NAMES_A_LINE)
  return lines.map((from, line): Content => {
    const names = series.slice(from, from + NAMES_A_LINE)
    return {
      columns: names.map((name, at) => ({
        columns: [
          { canvas: seriesBar(from + at, 0, LEGEND_WIDTH), width: LEGEND_WIDTH + 4 },
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
function lanes({ lanes: all, looks }: Extract<ReportChart, { readonly kind: 'LANES' }>): Content {
  const body = all.map(({ label, from, to, start, end, spans }): TableCell[] => {
    const place = (at: number) => ((at - start) / Math.max(1, end - start)) * LANE_WIDTH
    return [
      { text: label, fontSize: 8 },
      { text: from, alignment: 'right', color: MUTED, fontFeatures: FIGURES },
      {
        canvas: [
          { type: 'rect', x: 0, y: 1, w: LANE_WIDTH, h: BAR_HEIGHT, lineColor: RULE, lineWidth: 0.5 },
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
      { table: { dontBreakRows: true, widths: [190, 28, LANE_WIDTH, 28], body }, layout: 'noBorders' },
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
function stairs(steps: Extract<ReportChart, { readonly kind: 'STEPS' }>['steps'], language: string): Content {
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
      widths: [190, BAR_WIDTH, 60, 60],
      body: placed.map(({ label, ms, start, end, isTotal, share: part }) => {
        const [x, width] = [(start / most) * BAR_WIDTH, Math.max(1, ((end - start) / most) * BAR_WIDTH)]
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
function trends(lines: Extract<ReportChart, { readonly kind: 'TRENDS' }>['lines'], language: string): Content {
  const percent = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const most = Math.max(100, ...lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  return {
    table: {
      dontBreakRows: true,
      widths: [190, SPARK.width, 60],
      body: lines.map(({ label, value, points }) => [
        { text: label, fontSize: 8, margin: [0, 6, 0, 0] },
        { canvas: [baseLine(SPARK), ...lineOf(points, { ...SPARK, most })] },
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

function trend(points: readonly TrendPoint[], language: string): Content[] {
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const most = Math.max(100, ...points.map(({ value }) => value ?? 0))
  const grid = [0, 50, 100].map((value) => {
    const y = TREND.height * (1 - value / most)
    return { type: 'line' as const, x1: 0, y1: y, x2: TREND.width, y2: y, lineWidth: 0.5, lineColor: RULE }
  })
  const every = Math.ceil(points.length / Math.floor(TREND.width / LABEL_WIDTH))
  const labels = points.filter((_point, at) => at % every === 0)
  return [
    { canvas: [...grid, ...lineOf(points, { ...TREND, most })] },
    {
      columns: labels.map(({ label, value }) => ({
        text: `${label.slice(5)}\n${value === null ? '–' : `${percent.format(value)} %`}`,
        width: (TREND.width * every) / points.length,
        alignment: every === 1 ? ('center' as const) : ('left' as const),
        fontSize: 6,
        fontFeatures: FIGURES,
        color: MUTED,
      })),
      columnGap: 0,
      margin: [0, 2, 0, 10],
    },
  ]
}
