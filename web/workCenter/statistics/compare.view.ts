import { DAY_MS } from '#engine/time/durations.ts'
import { dateAt, daysBetween, periodOf } from '#engine/time/statPeriod.ts'
import { type DayNumber, dayAt } from '#web/parts/period/zoneDay.ts'
import { zoneOffset } from '#web/ui/zone.ts'
import type { Asked } from './askedPeriod.view.ts'

/** The side with less data must have at least this share of the other's for a change to be called better or worse (G-8). */
const FAIR_SHARE = 0.5
const WEEK_DAYS = 7

/** Returns whether two stretches of time with data, in any one unit, are near enough in length that a change between them can be judged. */
export function isFair(known: number, knownBefore: number): boolean {
  return known > 0 && knownBefore > 0 && Math.min(known, knownBefore) >= FAIR_SHARE * Math.max(known, knownBefore)
}

type Timed = { readonly duration: number; readonly noDataDuration: number }

/** Returns how much of the time there is data of, in seconds. */
export function knownSeconds({ duration, noDataDuration }: Timed): number {
  return duration - noDataDuration
}

/** Returns how much of the time of statuses there is data of, in seconds. */
export function recordedSeconds(times: readonly { readonly kind: string; readonly duration: number }[]): number {
  return times.reduce((sum, { kind, duration }) => sum + (kind === 'NO_DATA' ? 0 : duration), 0)
}

type Point = { readonly dateStart: string; readonly shiftId?: number | null | undefined }

/** Returns for each point of a trend its counterpart in the period before: the same shift as many days earlier; null without one. */
export function pointsBefore<One extends Point>(
  points: readonly Point[],
  earlier: readonly One[],
  periods: { readonly current: Asked; readonly before: Asked; readonly timeZone: string },
): readonly (One | null)[] {
  const { current, before, timeZone } = periods
  const days = firstDay(current, timeZone) - firstDay(before, timeZone)
  const byPlace = new Map(earlier.map((point) => [placeOf(point, 0), point]))
  return points.map((point) => byPlace.get(placeOf(point, days)) ?? null)
}

/**
 * Returns for each week of a trend the one of the same place in the period before; null where there is none, or one of the two is cut by its period, so that
 * they are not as long (domain.md N-8).
 */
export function weeksBefore<One extends Point>(
  weeks: readonly Point[],
  earlier: readonly One[],
  periods: { readonly current: Asked; readonly before: Asked; readonly timeZone: string },
): readonly (One | null)[] {
  const { current, before, timeZone } = periods
  const byPlace = new Map(earlier.map((week) => [weekPlace(week, before, timeZone), week]))
  return weeks.map((week) => {
    const place = weekPlace(week, current, timeZone)
    return place === null ? null : (byPlace.get(place) ?? null)
  })
}

/** Which week of the period it is, null = the period holds a part of it. */
function weekPlace({ dateStart }: Point, { filter: { period } }: Asked, timeZone: string): number | null {
  const [from, to] = [dateAt(timeZone, Date.parse(period.start)), dateAt(timeZone, Date.parse(period.end))]
  const week = periodOf('WEEK', dateStart)
  return week.from < from || week.to > to ? null : daysBetween(periodOf('WEEK', from).from, week.from) / WEEK_DAYS
}

type Row = { readonly timeStart: string; readonly shiftId?: number | null | undefined }

/** Returns for each stretch the one of the period before that begins at the same time of the clock, as much earlier as the periods are apart; null where that has none. */
export function rowsBefore<One extends Row>(
  rows: readonly Row[],
  earlier: readonly One[],
  begins: { readonly current: number; readonly before: number; readonly timeZone: string },
): readonly (One | null)[] {
  const local = (at: number) => at + zoneOffset(begins.timeZone, at)
  const apart = local(begins.current) - local(begins.before)
  const key = (row: Row, by: number) => `${local(Date.parse(row.timeStart)) - by} ${row.shiftId ?? ''}`
  const byPlace = new Map(earlier.map((row) => [key(row, 0), row]))
  return rows.map((row) => byPlace.get(key(row, apart)) ?? null)
}

function placeOf({ dateStart, shiftId }: Point, daysEarlier: number): string {
  return `${Date.parse(`${dateStart}T00:00:00Z`) / DAY_MS - daysEarlier} ${shiftId ?? ''}`
}

function firstDay({ filter }: Asked, timeZone: string): DayNumber {
  return dayAt(timeZone, Date.parse(filter.period.start))
}
