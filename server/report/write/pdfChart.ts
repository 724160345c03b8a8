import type { CanvasElement, Content } from 'pdfmake/interfaces.js'
import { durationText } from '../clockText.ts'
import type { ReportChart } from '../reportModel.ts'
import { BAR, FIGURES, MUTED, PAPER, RULE } from './pdfLook.ts'

const BAR_WIDTH = 380
const BAR_HEIGHT = 9
const STRIPE_STEP = 6
const TREND = { width: 760, height: 90 }
/** Labels under a line stand no closer. */
const LABEL_WIDTH = 54

/** Returns the chart as vectors of the page: names are text, never part of a drawing. */
export function chartContent(chart: ReportChart, language: string): Content[] {
  const heading: Content = { text: chart.title, fontSize: 12, bold: true, margin: [0, 4, 0, 6] }
  if (chart.kind === 'PARETO') return chart.bars.length === 0 ? [] : [heading, pareto(chart.bars, language)]
  return chart.points.length < 2 ? [] : [heading, ...trend(chart.points, language)]
}

function pareto(bars: Extract<ReportChart, { readonly kind: 'PARETO' }>['bars'], language: string): Content {
  const most = Math.max(1, ...bars.map(({ ms }) => ms))
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    table: {
      widths: [190, BAR_WIDTH, 60, 50],
      body: bars.map(({ label, ms, cumulative }) => [
        { text: label, fontSize: 8 },
        { canvas: hatchedBar(Math.max(1, (ms / most) * BAR_WIDTH)) },
        { text: durationText(ms), alignment: 'right', fontFeatures: FIGURES },
        { text: share.format(cumulative), alignment: 'right', color: MUTED, fontFeatures: FIGURES },
      ]),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
  }
}

/** A bar with stripes inside it, which stay where print has no colors. */
function hatchedBar(width: number): CanvasElement[] {
  const [top, bottom] = [1, 1 + BAR_HEIGHT]
  const stripes: CanvasElement[] = []
  for (let x = STRIPE_STEP; x < width + BAR_HEIGHT; x += STRIPE_STEP) {
    const [right, left] = [Math.min(x, width), Math.max(x - BAR_HEIGHT, 0)]
    if (right > left)
      stripes.push({
        type: 'line',
        x1: right,
        y1: top + x - right,
        x2: left,
        y2: bottom - (left - (x - BAR_HEIGHT)),
        lineWidth: 0.6,
        lineColor: PAPER,
      })
  }
  return [{ type: 'rect', x: 0, y: top, w: width, h: BAR_HEIGHT, color: BAR }, ...stripes]
}

/** A day without a figure is a gap. */
function trend(points: Extract<ReportChart, { readonly kind: 'TREND' }>['points'], language: string): Content[] {
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const most = Math.max(100, ...points.map(({ value }) => value ?? 0))
  const place = (at: number, value: number) => ({ x: ((at + 0.5) / points.length) * TREND.width, y: TREND.height * (1 - value / most) })
  const lines = points.flatMap(({ value }, at) => {
    const next = points[at + 1]?.value
    if (value === null || next === undefined || next === null) return []
    const [from, to] = [place(at, value), place(at + 1, next)]
    return [{ type: 'line' as const, x1: from.x, y1: from.y, x2: to.x, y2: to.y, lineWidth: 1.5, lineColor: BAR }]
  })
  const dots = points.flatMap(({ value }, at) =>
    value === null ? [] : [{ type: 'ellipse' as const, ...place(at, value), r1: 2, r2: 2, color: BAR }],
  )
  const grid = [0, 50, 100].map((value) => {
    const { y } = place(0, value)
    return { type: 'line' as const, x1: 0, y1: y, x2: TREND.width, y2: y, lineWidth: 0.5, lineColor: RULE }
  })
  const every = Math.ceil(points.length / Math.floor(TREND.width / LABEL_WIDTH))
  const labels = points.filter((_point, at) => at % every === 0)
  return [
    { canvas: [...grid, ...lines, ...dots] },
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
