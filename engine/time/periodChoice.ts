import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

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

/** A month, and an hour more where clocks went back in it. */
export const MAX_PERIOD_DAYS = 31
export const MAX_PERIOD_MS = MAX_PERIOD_DAYS * DAY_MS + HOUR_MS
export const MIN_PERIOD_MS = 5 * MINUTE_MS

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

/** Returns what is wrong with two instants as a period, null when nothing is. */
export function periodProblem({ from, to }: { readonly from: number; readonly to: number }): 'order' | 'short' | 'long' | null {
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
