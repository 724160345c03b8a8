import { useFormat } from '#web/ui/formatContext.ts'
import { GUTTER_LEFT, type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import { axisMarks } from './prepareTimeline.ts'
import classes from './TimeAxis.module.css'

const MARK_EVERY_PX = 72

/** Returns the clock times under a plot on the shared time axis; the plot itself is described elsewhere, so the marks are silent. */
export function TimeAxis({ window, width }: { readonly window: TimeWindow; readonly width: number }) {
  const format = useFormat()
  const marks = axisMarks({ ...window, width, minPx: MARK_EVERY_PX, offsetMs: format.zoneOffset(window.from) })
  return (
    <div className={classes['axis']} aria-hidden>
      {marks.map((at) => (
        <span key={at} style={{ left: GUTTER_LEFT + xOf(at, window, width) }}>
          {format.time(at)}
        </span>
      ))}
    </div>
  )
}
