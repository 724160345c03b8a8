import { offsetPeriodAt } from '#engine/time/zone.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Cell, DateOrder } from './importField.ts'
import { textOf } from './importField.ts'

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.+))?$/
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})\.?(?:[,T ]+(.+))?$/
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:[,T ]+(.+))?$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?$/i
const SERIAL = /^\d{5}(?:[.,]\d+)?$/
/** Day 0 of workbooks that count from 1900. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)
const FIRST_YEAR = 1990
const LAST_YEAR = 2099

/** A date of a file: what clocks show, and the instant where the text names an offset. */
export type WallTime = {
  /** What clocks show, as if they showed UTC (ms). */
  readonly wall: number
  readonly hasTime: boolean
  /** ms to add to UTC; null = the zone of the work center decides. */
  readonly offsetMs: number | null
}

/** Returns whether days or months come first in dates with slashes (domain.md I-6); UNCLEAR where no day above 12 decides. */
export function dateOrderOf(cells: readonly Cell[]): DateOrder | 'UNCLEAR' {
  const seen = new Set<DateOrder>()
  let isUnclear = false
  for (const cell of cells) {
    const [, first, second] = SLASHED.exec(textOf(cell)) ?? []
    if (first === undefined) continue
    if (Number(first) > 12) seen.add('DAY_FIRST')
    else if (Number(second) > 12) seen.add('MONTH_FIRST')
    // The third of March is one either way.
    else isUnclear ||= first.padStart(2, '0') !== second?.padStart(2, '0')
  }
  const [order] = seen
  if (seen.size === 1 && order !== undefined) return order
  return seen.size > 1 || isUnclear ? 'UNCLEAR' : 'DAY_FIRST'
}

/** Returns what a cell says of a date, null for an empty one; undefined for what is none (domain.md I-6). */
export function readWallTime(cell: Cell, order: DateOrder): WallTime | null | undefined {
  const text = textOf(cell)
  if (text === '') return null
  if (typeof cell === 'number' || SERIAL.test(text)) return serialTime(Number(text.replace(',', '.')))
  const iso = ISO.exec(text)
  if (iso) return wallTime([iso[1], iso[2], iso[3]], iso[4])
  const dotted = DOTTED.exec(text)
  if (dotted) return wallTime([dotted[3], dotted[2], dotted[1]], dotted[4])
  const slashed = SLASHED.exec(text)
  if (!slashed) return undefined
  const [, first, second, year, time] = slashed
  return wallTime(order === 'DAY_FIRST' ? [year, second, first] : [year, first, second], time)
}

/**
 * Returns the instant (ms UTC) at which clocks of the zone show the time: the first of two, and as much later as the gap is long where they skip it
 * (domain.md S-42). A date alone is its first minute, or its last one as an `isEnd`.
 */
export function instantOf({ wall, hasTime, offsetMs }: WallTime, zone: string, { isEnd }: { readonly isEnd: boolean }): number {
  const shown = !hasTime && isEnd ? wall + DAY_MS - MINUTE_MS : wall
  if (offsetMs !== null) return shown - offsetMs
  const before = offsetPeriodAt(zone, shown - DAY_MS)
  const after = offsetPeriodAt(zone, shown + DAY_MS)
  if (before.offsetMs === after.offsetMs) return shown - before.offsetMs
  // Read with the offset before the change: a skipped time lands as much later, a repeated one on its first pass.
  const early = shown - before.offsetMs
  const late = shown - after.offsetMs
  if (early < before.end) return early
  return late >= after.start ? late : early
}

function serialTime(serial: number): WallTime | undefined {
  if (!Number.isFinite(serial)) return undefined
  const wall = SERIAL_EPOCH + Math.round(serial * 86_400) * 1000
  const year = new Date(wall).getUTCFullYear()
  return year < FIRST_YEAR || year > LAST_YEAR ? undefined : { wall, hasTime: !Number.isInteger(serial), offsetMs: null }
}

function wallTime(date: readonly (string | undefined)[], time: string | undefined): WallTime | undefined {
  const [year = NaN, month = NaN, day = NaN] = date.map((part) => Number(part))
  const full = year < 100 ? 2000 + year : year
  const midnight = Date.UTC(full, month - 1, day)
  const isDate = new Date(midnight).getUTCMonth() === month - 1 && full >= FIRST_YEAR && full <= LAST_YEAR
  if (!isDate) return undefined
  if (time === undefined || time.trim() === '') return { wall: midnight, hasTime: false, offsetMs: null }
  const [, hours, minutes, seconds = '0', half, offset] = TIME.exec(time.trim()) ?? []
  if (hours === undefined) return undefined
  const hour = hourOf(Number(hours), half?.toLowerCase())
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const wall = midnight + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return { wall, hasTime: true, offsetMs: offset === undefined ? null : offsetOf(offset) }
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : undefined
}

function offsetOf(text: string): number {
  if (/^z$/i.test(text)) return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  return (text.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}
