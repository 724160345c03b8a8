import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { dayAt, startOfDay } from './zoneDay.ts'

/** The quick ranges of the picker (spec 001 §2, the shift before, and two weeks from Monday to Sunday), in the order in which they are offered. */
export const RELATIVE_RANGES = [
  'currentShift',
  'previousShift',
  'today',
  'yesterday',
  'last2',
  'last7',
  'thisWeek',
  'lastWeek',
  'last30',
  'tomorrow',
] as const
export type RelativeRange = (typeof RELATIVE_RANGES)[number]

/** A chosen period: a relative range, or two fixed instants in UTC ms; with one shift of the schedule, or all. */
export type PeriodChoice = ({ readonly kind: 'relative'; readonly range: RelativeRange } | FixedRange) & {
  readonly shiftId: number | null
}

type FixedRange = { readonly kind: 'absolute'; readonly from: number; readonly to: number }

/** What the bounds of a choice depend on. */
export type PeriodContext = {
  /** UTC ms. */
  readonly now: number
  readonly timeZone: string
  /** Null outside every shift. */
  readonly currentShift: TimeWindow | null
  /** The last shift that is over; null while it is not known, or where there is none. */
  readonly previousShift?: TimeWindow | null
}

/** A month, and an hour more where clocks went back in it. */
export const MAX_PERIOD_DAYS = 31
export const MAX_PERIOD_MS = MAX_PERIOD_DAYS * DAY_MS + HOUR_MS
export const MIN_PERIOD_MS = 5 * 60_000

const OFF_SHIFT_WINDOW_MS = 8 * HOUR_MS
const OFF_SHIFT_STEP_MS = 15 * 60_000

/** Returns the days of a range, the first and the one after the last, counted from today, which is so many days after Monday. */
function daysOf(range: Exclude<RelativeRange, 'currentShift' | 'previousShift'>, sinceMonday: number): readonly [number, number] {
  switch (range) {
    case 'today':
      return [0, 1]
    case 'yesterday':
      return [-1, 0]
    case 'last2':
      return [-1, 1]
    case 'last7':
      return [-6, 1]
    case 'thisWeek':
      return [-sinceMonday, 7 - sinceMonday]
    case 'lastWeek':
      return [-sinceMonday - 7, -sinceMonday]
    case 'last30':
      return [-29, 1]
    case 'tomorrow':
      return [1, 2]
  }
}

/** 1 January 1970 was a Thursday. */
function sinceMonday(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Keys of the address that hold a period (U-42). */
const KEYS = ['range', 'from', 'to', 'shift'] as const
export type PeriodKey = (typeof KEYS)[number]

/** Returns the period of a URL, or the usual one where it names none; invalid values are left out (`wrongPeriodKeys` lists them). */
export function readPeriod(search: Readonly<Record<string, unknown>>, usual: RelativeRange = 'currentShift'): PeriodChoice {
  const shiftId = readShift(search['shift'])
  const range = RELATIVE_RANGES.find((candidate) => candidate === search['range'])
  if (range !== undefined) return { kind: 'relative', range, shiftId }
  const fixed = readFixed(search)
  return fixed === null ? { kind: 'relative', range: usual, shiftId } : { ...fixed, shiftId }
}

/** Returns the URL keys with invalid values, so that the page can name them. */
export function wrongPeriodKeys(search: Readonly<Record<string, unknown>>): readonly PeriodKey[] {
  const isRange = RELATIVE_RANGES.some((candidate) => candidate === search['range'])
  const isFixed = readFixed(search) !== null
  return KEYS.filter((key) => {
    if (search[key] === undefined) return false
    if (key === 'shift') return readShift(search[key]) === null
    return key === 'range' ? !isRange : !isFixed
  })
}

/** Returns the address keys of a choice; those that it does not need are undefined, so that they leave the address. */
export function writePeriod(choice: PeriodChoice): Record<PeriodKey, string | undefined> {
  const shift = choice.shiftId === null ? undefined : String(choice.shiftId)
  if (choice.kind === 'absolute')
    return { range: undefined, from: new Date(choice.from).toISOString(), to: new Date(choice.to).toISOString(), shift }
  return { range: choice.range, from: undefined, to: undefined, shift }
}

/**
 * Returns the current bounds of a choice: whole days of the zone's calendar, 23 or 25 hours at clock changes. Outside every shift the last eight
 * hours stand for the current one; as much time before it for the previous one while that is not known.
 */
export function boundsOf(choice: PeriodChoice, { now, timeZone, currentShift, previousShift }: PeriodContext): TimeWindow {
  if (choice.kind === 'absolute') return { from: choice.from, to: choice.to }
  const current = currentShift ?? lastHours(now)
  if (choice.range === 'currentShift') return current
  if (choice.range === 'previousShift') return previousShift ?? { from: 2 * current.from - current.to, to: current.from }
  const today = dayAt(timeZone, now)
  const [first, end] = daysOf(choice.range, sinceMonday(today))
  return { from: startOfDay(timeZone, today + first), to: startOfDay(timeZone, today + end) }
}

/** Returns the choice with the same time as fixed dates, as a link shall keep it. */
export function fixPeriod(choice: PeriodChoice, context: PeriodContext): PeriodChoice {
  return { kind: 'absolute', ...boundsOf(choice, context), shiftId: choice.shiftId }
}

/** Returns the equal period before (-1) or after (1): as many whole days where it is made of days, else as much time; the days around today and the weeks by their names. */
export function movePeriod(choice: PeriodChoice, direction: -1 | 1, context: PeriodContext): PeriodChoice {
  const { from, to } = boundsOf(choice, context)
  const { timeZone } = context
  const [first, end] = [dayAt(timeZone, from), dayAt(timeZone, to)]
  const isDays = startOfDay(timeZone, first) === from && startOfDay(timeZone, end) === to && end > first
  const by = isDays ? (end - first) * direction : (to - from) * direction
  const moved = isDays ? { from: startOfDay(timeZone, first + by), to: startOfDay(timeZone, end + by) } : { from: from + by, to: to + by }
  const named = (['yesterday', 'today', 'tomorrow', 'lastWeek', 'thisWeek'] as const).find((range) => {
    const bounds = boundsOf({ kind: 'relative', range, shiftId: null }, context)
    return bounds.from === moved.from && bounds.to === moved.to
  })
  return named === undefined
    ? { kind: 'absolute', ...moved, shiftId: choice.shiftId }
    : { kind: 'relative', range: named, shiftId: choice.shiftId }
}

/** Returns what is wrong with two instants as a period, null when nothing is. */
export function periodProblem({ from, to }: TimeWindow): 'order' | 'short' | 'long' | null {
  if (to <= from) return 'order'
  if (to - from < MIN_PERIOD_MS) return 'short'
  return to - from > MAX_PERIOD_MS ? 'long' : null
}

function readFixed(search: Readonly<Record<string, unknown>>): FixedRange | null {
  const [from, to] = [readInstant(search['from']), readInstant(search['to'])]
  return from === null || to === null || periodProblem({ from, to }) !== null ? null : { kind: 'absolute', from, to }
}

function readInstant(value: unknown): number | null {
  // A date without a clock time and offset would mean another instant in every browser.
  const at = typeof value === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

function readShift(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : null
}

function lastHours(now: number): TimeWindow {
  // A step keeps the bounds still between renders.
  const to = Math.ceil(now / OFF_SHIFT_STEP_MS) * OFF_SHIFT_STEP_MS
  return { from: to - OFF_SHIFT_WINDOW_MS, to }
}
