import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { serverNow } from '#web/ui/clock.ts'
import { useShownScheme } from '#web/ui/colorScheme.ts'
import type { Cursor } from '#web/ui/cursor.ts'
import { GUTTER_LEFT, GUTTER_RIGHT, type TimeWindow } from '#web/ui/timeWindow.ts'
import { bandsEnd, type SignalBand, type SignalData } from './prepareSignal.ts'
import { SIGNAL_LINES } from './signalLines.ts'

const HEIGHT = 180
const BAND_ALPHA = 0.16

export type SignalChartProps = {
  readonly data: SignalData
  readonly bands: readonly SignalBand[]
  readonly top: number
  readonly width: number
  readonly window: TimeWindow
  readonly cursor: Cursor
  readonly formatValue: (value: number) => string
}

/** Draws a signal over the shared time axis with the ranges of the status rules behind it; the panel around it says the same in words. */
export default function SignalChart(props: SignalChartProps) {
  const { data, width, window, cursor, top } = props
  const scheme = useShownScheme()
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const latest = useRef(props)
  const seriesCount = data.series.length
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return undefined
    const made = new uPlot(
      optionsOf(latest, host.current, seriesCount),
      [[], ...Array.from({ length: seriesCount }, () => [])],
      host.current,
    )
    plot.current = made
    fill(made, latest.current)
    return () => made.destroy()
  }, [scheme, seriesCount])

  useEffect(() => {
    if (plot.current) fill(plot.current, latest.current)
  }, [data, window, top, width])

  useEffect(
    () =>
      cursor.subscribe(() => {
        const at = cursor.get()
        const made = plot.current
        if (made) made.setCursor(at === null ? { left: -10, top: -10 } : { left: made.valToPos(at / 1000, 'x'), top: 0 }, false) // not fired: what others told is not told back
      }),
    [cursor],
  )
  return <div ref={host} style={{ height: HEIGHT }} aria-hidden />
}

function fill(plot: uPlot, { data, width, window, top }: SignalChartProps): void {
  plot.batch(() => {
    plot.setSize({ width, height: HEIGHT })
    plot.setData([data.xs, ...data.series], false)
    plot.setScale('x', { min: window.from / 1000, max: window.to / 1000 })
    plot.setScale('y', { min: 0, max: top })
  })
}

type Latest = { readonly current: SignalChartProps }

function optionsOf(latest: Latest, host: Element, seriesCount: number): uPlot.Options {
  const style = getComputedStyle(host)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const lines = SIGNAL_LINES.map(color)
  const axis = { stroke: color('--muted'), font: "12px 'Inter Variable', sans-serif", ticks: { show: false } }
  return {
    width: 300,
    height: HEIGHT,
    padding: [8, GUTTER_RIGHT, 8, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { x: { time: true, auto: false }, y: { auto: false } },
    series: [
      {},
      ...Array.from({ length: seriesCount }, (_, index) => ({
        stroke: lines[index % lines.length] ?? '',
        width: 1.5,
        points: { show: false },
      })),
    ],
    axes: [
      { show: false },
      {
        ...axis,
        size: GUTTER_LEFT,
        space: 36,
        grid: { stroke: color('--border'), width: 1 },
        values: (_plot, ticks) => ticks.map((tick) => latest.current.formatValue(tick)),
      },
    ],
    hooks: {
      drawClear: [(plot) => drawBands(plot, latest.current, color)],
      setCursor: [(plot) => reportCursor(plot, latest.current.cursor)],
    },
  }
}

function drawBands(plot: uPlot, { bands, window }: SignalChartProps, color: (name: string) => string): void {
  const { ctx, bbox } = plot
  const width = plot.valToPos(bandsEnd(window, serverNow()) / 1000, 'x', true) - bbox.left
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const band of bands) {
    const bottom = plot.valToPos(band.min, 'y', true)
    const top = band.max === null ? bbox.top : plot.valToPos(band.max, 'y', true)
    const variable = /^var\((--[\w-]+)\)$/.exec(band.color)?.[1]
    ctx.fillStyle = variable === undefined ? band.color : color(variable)
    ctx.globalAlpha = BAND_ALPHA
    ctx.fillRect(bbox.left, top, width, bottom - top)
    ctx.globalAlpha = 1
    ctx.fillRect(bbox.left, top, 3 * devicePixelRatio, bottom - top)
  }
  ctx.restore()
}

function reportCursor(plot: uPlot, cursor: Cursor): void {
  const left = plot.cursor.left ?? -1
  cursor.set(left < 0 ? null : plot.posToVal(left, 'x') * 1000)
}
