import { DAY_MS } from '#engine/time/durations.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { GUTTER_LEFT, type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import { dayAt, startOfDay } from '../period/zoneDay.ts'
import { axisMarks } from './prepareTimeline.ts'
import classes from './TimeAxis.module.css'

const MARK_EVERY_PX = 72
/** Nearer to the right end a day would be cut. */
const EDGE_PX = 14
/** From this length on the marks are days. */
const DAYS_FROM_MS = 4 * DAY_MS

/** Returns the clock times under a plot on the shared time axis, days where it is long or a day begins; the plot itself is described elsewhere, so the marks are silent. */
export function TimeAxis({ window, width }: { readonly window: TimeWindow; readonly width: number }) {
  const format = useFormat()
  const isDays = window.to - window.from > DAYS_FROM_MS
  const marks = isDays
    ? dayMarks(window, width, format.timeZone)
    : axisMarks({ ...window, width, minPx: MARK_EVERY_PX, offsetMs: format.zoneOffset(window.from) })
  const isLong = window.to - window.from > DAY_MS
  const isDay = (at: number) => isDays || (isLong && format.time(at) === '00:00')
  const shown = marks.filter((at) => !isDay(at) || xOf(at, window, width) < width - EDGE_PX)
  return (
    <div className={classes['axis']} aria-hidden>
      {shown.map((at) => (
        <span key={at} style={{ left: GUTTER_LEFT + xOf(at, window, width) }}>
          {isDay(at) ? format.day(at) : format.time(at)}
        </span>
      ))}
    </div>
  )
}

/** Days as the zone's calendar has them, not steps of 24 hours: clocks change in between. */
function dayMarks({ from, to }: TimeWindow, width: number, timeZone: string): readonly number[] {
  const step = Math.max(1, Math.ceil(((to - from) / DAY_MS / Math.max(1, width)) * MARK_EVERY_PX))
  const first = dayAt(timeZone, from - 1) + 1
  const count = Math.ceil((dayAt(timeZone, to) - first + 1) / step)
  return Array.from({ length: count }, (_, index) => startOfDay(timeZone, first + index * step))
}
