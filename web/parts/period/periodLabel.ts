import type { Format } from '#web/ui/format.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { dayAt, startOfDay } from './zoneDay.ts'

/** Returns a stretch of time in words, as short as it stays clear: one day, days from and to, or clock times. */
export function timeLabel({ from, to }: TimeWindow, format: Format): string {
  const { timeZone } = format
  const [first, end] = [dayAt(timeZone, from), dayAt(timeZone, to)]
  const isDays = startOfDay(timeZone, first) === from && startOfDay(timeZone, end) === to
  if (isDays) return end - first === 1 ? format.date(from) : `${format.day(from)} – ${format.date(startOfDay(timeZone, end - 1))}`
  if (dayAt(timeZone, to - 1) === first) return `${format.day(from)}, ${format.time(from)}–${format.time(to)}`
  return `${format.day(from)}, ${format.time(from)} – ${format.day(to)}, ${format.time(to)}`
}
