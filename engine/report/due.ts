import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { clockInstant, dateAt, dayBefore, periodOf, type DateRange } from '#engine/time/statPeriod.ts'
import type { Periodicity } from './reportKind.ts'

/** When a subscription is sent: on the clock of the zone, or after each shift with hours and minutes as a delay. */
export type Rhythm = { readonly periodicity: Periodicity; readonly hours: number; readonly minutes: number; readonly zone: string }

/** A period that is reported once: its key, its shift dates, of a shift the instant at which it starts, and when its report is due (ms UTC). */
export type DuePeriod = { readonly key: string; readonly dates: DateRange; readonly shiftStart: number | null; readonly dueAt: number }

/** What a server does about the periods that are due: the newest is made and mailed, others are made and filed, the oldest only named. */
export type MissedPlan = {
  readonly mailed: DuePeriod | null
  readonly filed: readonly DuePeriod[]
  readonly named: readonly DuePeriod[]
}

const CALENDAR = { DAILY: 'DAY', WEEKLY: 'WEEK', MONTHLY: 'MONTH' } as const
const LETTERS = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M' } as const
/** After the end of its last shift, a period is left alone for so long, so that late samples are in. */
const FLOOR_MS = 5 * MINUTE_MS
const GRACE_MS = 2 * MINUTE_MS
const LEAST_DELAY_MS = 3 * MINUTE_MS
/** Of months one came due within these. */
const LATEST_WITHIN_MS = 32 * DAY_MS
/** Periods due longer ago are not made by themselves. */
const MISSED_LIMIT_MS = 31 * DAY_MS

/**
 * Returns the periods whose report came due after `since` up to `now`, ascending. `instances` are the shifts of the scope, of all its work
 * centers, that end after the beginning of the first of these periods.
 */
export function duePeriods(
  rhythm: Rhythm,
  { since, now, instances }: { readonly since: number; readonly now: number; readonly instances: readonly ShiftInstance[] },
): readonly DuePeriod[] {
  const periods =
    rhythm.periodicity === 'BY_SHIFTS'
      ? shiftPeriods(rhythm, instances)
      : calendarPeriods(rhythm, rhythm.periodicity, { since, now, instances })
  return periods.filter(({ dueAt }) => since < dueAt && dueAt <= now).toSorted((one, other) => one.dueAt - other.dueAt)
}

/** Returns the latest period that came due by now; null where no shift of the instances was over. */
export function latestPeriod(rhythm: Rhythm, now: number, instances: readonly ShiftInstance[]): DuePeriod | null {
  return duePeriods(rhythm, { since: now - LATEST_WITHIN_MS, now, instances }).at(-1) ?? null
}

/** Returns what is done about the due periods; `due` ascending. */
export function missedPlan(due: readonly DuePeriod[], now: number): MissedPlan {
  const made = due.filter(({ dueAt }) => now - dueAt <= MISSED_LIMIT_MS)
  return { mailed: made.at(-1) ?? null, filed: made.slice(0, -1), named: due.filter((one) => !made.includes(one)) }
}

/** Returns when the next report comes due after the instant; null where no shift is in sight. */
export function nextDueAt(rhythm: Rhythm, now: number, instances: readonly ShiftInstance[]): number | null {
  return duePeriods(rhythm, { since: now, now: now + MISSED_LIMIT_MS + DAY_MS, instances })[0]?.dueAt ?? null
}

function calendarPeriods(
  rhythm: Rhythm,
  periodicity: keyof typeof CALENDAR,
  { since, now, instances }: { readonly since: number; readonly now: number; readonly instances: readonly ShiftInstance[] },
): readonly DuePeriod[] {
  const type = CALENDAR[periodicity]
  const periods: DuePeriod[] = []
  // The floor may put a period off by a shift, so one before the last is looked at too.
  let dates = periodOf(type, dayBefore(periodOf(type, dayBefore(periodOf(type, dateAt(rhythm.zone, since)).from)).from))
  for (;;) {
    const clockAt = clockInstant(rhythm.zone, dates.to, rhythm)
    if (clockAt > now) return periods
    const lastEnd = Math.max(-Infinity, ...instances.filter((one) => isIn(dates, one)).map(({ end }) => end))
    periods.push({ key: keyOf(periodicity, dates), dates, shiftStart: null, dueAt: Math.max(clockAt, lastEnd + FLOOR_MS) })
    dates = periodOf(type, dates.to)
  }
}

/** Shifts that start together are one period, due when the last of them is. */
function shiftPeriods({ hours, minutes }: Rhythm, instances: readonly ShiftInstance[]): readonly DuePeriod[] {
  const delay = Math.max(LEAST_DELAY_MS, (hours * 60 + minutes) * MINUTE_MS)
  return [...Map.groupBy(instances, ({ start }) => start)].map(([start, shifts]) => {
    const [from = ''] = shifts.map(({ shiftDate }) => shiftDate).toSorted()
    const lastEnd = Math.max(...shifts.map(({ end }) => end))
    return { key: `S:${new Date(start).toISOString()}`, dates: periodOf('DAY', from), shiftStart: start, dueAt: lastEnd + GRACE_MS + delay }
  })
}

function keyOf(periodicity: keyof typeof CALENDAR, { from }: DateRange): string {
  return `${LETTERS[periodicity]}:${periodicity === 'MONTHLY' ? from.slice(0, 7) : from}`
}

function isIn({ from, to }: DateRange, { shiftDate }: ShiftInstance): boolean {
  return from <= shiftDate && shiftDate < to
}
