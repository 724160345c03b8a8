import { useMemo } from 'react'
import { dayAt, startOfDay } from '#web/parts/period/zoneDay.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import classes from './HistoryLanes.module.css'
import type { Axis } from './lane.ts'
import type { PastShift } from './shiftSpans.ts'

/** Closer ones would be a pattern, not marks. */
const MARKS_FROM_PX = 14

type LaneMarksProps = { readonly axis: Axis; readonly shifts: readonly PastShift[]; readonly outside: readonly TimeWindow[] }

/** Returns the marks across all lanes: shift borders, midnights, now, and a veil over time outside the shift filter. */
export function LaneMarks({ axis, shifts, outside }: LaneMarksProps) {
  const { window, bounds, width, now } = axis
  const { timeZone } = useFormat()
  const midnights = useMemo(() => {
    const first = dayAt(timeZone, bounds.from)
    return Array.from({ length: dayAt(timeZone, bounds.to) - first + 1 }, (_, index) => startOfDay(timeZone, first + index))
  }, [bounds, timeZone])
  const borders = [...new Set(shifts.flatMap(({ from, to }) => [from, to]))]
  const place = (instants: readonly number[]) => {
    const inside = instants.filter((at) => at > window.from && at < window.to)
    return inside.length === 0 || width / inside.length >= MARKS_FROM_PX ? inside.map((at) => xOf(at, window, width)) : []
  }
  const nowX = now > window.from && now < window.to ? xOf(now, window, width) : null
  return (
    <div className={classes['marks']} aria-hidden>
      {outside.map(({ from, to }) => {
        const [left, right] = [Math.max(0, xOf(from, window, width)), Math.min(width, xOf(to, window, width))]
        return right > left && <div key={from} className={classes['outside']} style={{ left, width: right - left }} />
      })}
      {place(borders).map((x) => (
        <div key={`s${x}`} className={classes['border']} style={{ transform: `translateX(${x}px)` }} />
      ))}
      {place(midnights).map((x) => (
        <div key={`m${x}`} className={classes['midnight']} style={{ transform: `translateX(${x}px)` }} />
      ))}
      {nowX !== null && <div className={classes['now']} style={{ transform: `translateX(${nowX}px)` }} />}
    </div>
  )
}
