import type { Interval } from '#engine/time/interval.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { offsetPeriodAt } from '#engine/time/zone.ts'

/** `HH:mm` */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Hours in which somebody wants to hear nothing, by the clock of their zone; an end at or before the start is on the next day. */
export type QuietHours = {
  /** 1 = Monday … 7 = Sunday: the days on which they begin. */
  readonly weekdays: readonly number[]
  /** HH:mm */
  readonly from: string
  readonly to: string
}

/** Returns the end of the quiet hours that the instant lies in, null outside them (domain.md AL-13). */
export function quietUntil(quiet: QuietHours | null, zone: string, at: number): number | null {
  if (quiet === null) return null
  const { offsetMs } = offsetPeriodAt(zone, at)
  const today = Math.floor((at + offsetMs) / DAY_MS)
  for (const day of [today - 1, today]) {
    const stretch = quietStretch(quiet, zone, day)
    if (stretch !== null && stretch.start <= at && at < stretch.end) return stretch.end
  }
  return null
}

/** Returns the quiet hours that lie in the period, ascending, each as a whole. */
export function quietStretches(quiet: QuietHours | null, zone: string, { start, end }: Interval): readonly Interval[] {
  if (quiet === null) return []
  const dayOf = (at: number) => Math.floor((at + offsetPeriodAt(zone, at).offsetMs) / DAY_MS)
  const found: Interval[] = []
  for (let day = dayOf(start) - 1; day <= dayOf(end); day++) {
    const stretch = quietStretch(quiet, zone, day)
    if (stretch !== null && stretch.start < end && stretch.end > start) found.push(stretch)
  }
  return found
}

/** The quiet hours that begin on the day, counted from 1970-01-01 (a Thursday). */
function quietStretch({ weekdays, from, to }: QuietHours, zone: string, day: number): Interval | null {
  const weekday = ((day + 3) % 7) + 1
  if (!weekdays.includes(weekday)) return null
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return { start: instantOf(zone, day, begin), end: instantOf(zone, end > begin ? day : day + 1, end) }
}

/** A time that the clock skips is the later one, of one that comes twice the first counts (domain.md S-42). */
function instantOf(zone: string, day: number, minutes: number): number {
  const local = day * DAY_MS + minutes * MINUTE_MS
  const before = offsetPeriodAt(zone, local - DAY_MS).offsetMs
  const first = local - before
  const at = offsetPeriodAt(zone, first)
  if (at.offsetMs === before) return first
  const other = local - at.offsetMs
  return offsetPeriodAt(zone, other).offsetMs === at.offsetMs ? other : first
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
