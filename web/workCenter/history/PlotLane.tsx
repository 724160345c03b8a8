import { useCursorLine } from '#web/parts/timeline/useCursorLine.ts'
import { useCanvas } from '#web/parts/timeline/useCanvas.ts'
import { useLaneZoom } from '#web/parts/timeline/useLaneZoom.ts'
import { usePlotPointer } from '#web/parts/timeline/usePlotPointer.ts'
import classes from './HistoryLanes.module.css'
import type { Axis } from './lane.ts'

type PlotLaneProps = {
  readonly axis: Axis
  readonly height: number
  readonly draw: (context: CanvasRenderingContext2D, element: HTMLCanvasElement) => void
  /** The upper and the lower end of the value axis, in words. */
  readonly ends: readonly [string, string]
  /** The lane in a sentence, for people who do not see it. */
  readonly summary: string
}

/** Returns a lane with a plot of values: moved and zoomed like the others, with a sentence as text alternative; the values are in the table. */
export function PlotLane({ axis, height, draw, ends, summary }: PlotLaneProps) {
  const { window, width } = axis
  const canvas = useCanvas({ width, height }, draw)
  const [surface, isPinching] = useLaneZoom((factor, x) => axis.onZoom(factor, window.from + (x / width) * (window.to - window.from)))
  const pointer = usePlotPointer(axis, isPinching)
  const line = useCursorLine(axis.cursor, window, width)
  return (
    <div className={classes['plot']} style={{ height }}>
      <span className={classes['end']} aria-hidden>
        {ends[0]}
      </span>
      <span className={classes['end']} data-low aria-hidden>
        {ends[1]}
      </span>
      <div ref={surface} className={classes['surface']} role="img" aria-label={summary} {...pointer}>
        <canvas ref={canvas} style={{ width, height }} />
        <div ref={line} className={classes['cursor']} hidden />
      </div>
    </div>
  )
}
