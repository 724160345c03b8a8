import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef } from 'react'
import { useFormat } from '#web/ui/formatContext.ts'
import { panWindow, type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import { drawTimeline } from './drawTimeline.ts'
import { laneColors } from './laneColors.ts'
import classes from './OverviewBrush.module.css'
import { prepareTimeline } from './prepareTimeline.ts'
import type { StatusSpan } from './statusSpans.ts'
import { useCanvas } from './useCanvas.ts'

const HEIGHT = 28
const RUN_PX = 4
/** A key moves an edge by this share of the whole. */
const STEP_SHARE = 1 / 100

type OverviewBrushProps = {
  readonly spans: readonly StatusSpan[]
  readonly bounds: TimeWindow
  readonly window: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly now: number
  readonly width: number
  /** Names of the two edges and of the part between, for people who do not see them. */
  readonly labels: Readonly<Record<BrushPart, string>>
}

/** Returns the whole time small, with the shown part on it: its edges and its middle are dragged, or moved with the arrow keys. */
export function OverviewBrush({ spans, bounds, window, onWindow, now, width, labels }: OverviewBrushProps) {
  const format = useFormat()
  const drag = useRef<{ readonly x: number; readonly window: TimeWindow } | null>(null)
  const blocks = useMemo(
    () => (width > 0 ? prepareTimeline({ spans, ...bounds, now, width, runPx: RUN_PX }) : []),
    [spans, bounds, now, width],
  )
  const draw = useCallback(
    (context: CanvasRenderingContext2D, element: HTMLCanvasElement) =>
      drawTimeline(context, {
        blocks,
        width,
        height: HEIGHT,
        nowX: now >= bounds.from && now <= bounds.to ? xOf(now, bounds, width) : null,
        active: null,
        labelsOf: () => [],
        colors: laneColors(element),
        isMixed: true,
      }),
    [blocks, width, bounds, now],
  )
  const canvas = useCanvas({ width, height: HEIGHT }, draw)
  const full = bounds.to - bounds.from
  const [left, right] = [xOf(window.from, bounds, width), xOf(window.to, bounds, width)]
  const onKeyDown = (part: BrushPart) => (event: KeyboardEvent) => {
    const step = full * STEP_SHARE * (event.shiftKey ? 5 : 1)
    const by = { ArrowLeft: -step, ArrowRight: step, ArrowDown: -step, ArrowUp: step, Home: -full, End: full }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onWindow(brushWindow(window, bounds, part, by))
  }
  const pointer = (part: BrushPart) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { x: event.clientX, window }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag.current === null) return
      onWindow(brushWindow(drag.current.window, bounds, part, ((event.clientX - drag.current.x) / width) * full))
    },
    onPointerUp: () => (drag.current = null),
    onPointerCancel: () => (drag.current = null),
  })
  const slider = (part: BrushPart, at: number) => ({
    role: 'slider',
    tabIndex: 0,
    'aria-label': labels[part],
    'aria-valuemin': Math.round(bounds.from / 1000),
    'aria-valuemax': Math.round(bounds.to / 1000),
    'aria-valuenow': Math.round(at / 1000),
    'aria-valuetext': part === 'whole' ? `${format.dateTime(window.from)} – ${format.dateTime(window.to)}` : format.dateTime(at),
    onKeyDown: onKeyDown(part),
    ...pointer(part),
  })
  return (
    // A press beside the shown part brings it there; the keyboard has the three sliders.
    <div
      className={classes['overview']}
      onPointerDown={(event) => {
        const x = event.clientX - event.currentTarget.getBoundingClientRect().left
        const middle = (window.from + window.to) / 2
        onWindow(panWindow(window, bounds, bounds.from + (x / width) * full - middle))
      }}
    >
      <canvas ref={canvas} style={{ width, height: HEIGHT }} aria-hidden />
      <div className={classes['veil']} style={{ left: 0, width: Math.max(0, left) }} />
      <div className={classes['veil']} style={{ left: right, width: Math.max(0, width - right) }} />
      <div
        className={classes['whole']}
        style={{ left, width: Math.max(2, right - left) }}
        {...slider('whole', (window.from + window.to) / 2)}
      />
      <div className={classes['edge']} style={{ left }} {...slider('from', window.from)} />
      <div className={classes['edge']} style={{ left: right }} {...slider('to', window.to)} />
    </div>
  )
}

type BrushPart = 'from' | 'to' | 'whole'

const SMALLEST_MS = 5 * 60_000

/** Returns the window with one of its edges, or the whole, moved by a time: inside its bounds, and never below five minutes. */
function brushWindow(window: TimeWindow, bounds: TimeWindow, part: BrushPart, byMs: number): TimeWindow {
  if (part === 'whole') return panWindow(window, bounds, byMs)
  const smallest = Math.min(SMALLEST_MS, bounds.to - bounds.from)
  if (part === 'from') return { from: Math.min(Math.max(bounds.from, window.from + byMs), window.to - smallest), to: window.to }
  return { from: window.from, to: Math.max(Math.min(bounds.to, window.to + byMs), window.from + smallest) }
}
