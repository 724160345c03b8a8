import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { offsetPeriodAt } from '#engine/time/zone.ts'

/** Days from 30 December 1899, the first day of a spreadsheet, to 1 January 1970. */
const EPOCH_DAYS = 25_569

/** Returns the offset from UTC as a text, such as `+02:00`. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS)
  return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Returns the offset of the zone at the instant as a text. */
export function offsetAt(at: number, zone: string): string {
  return offsetText(offsetPeriodAt(zone, at).offsetMs)
}

/** Returns what the clock of the zone shows at the instant, such as `2026-11-22 06:57:50`. */
export function clockText(at: number, zone: string): string {
  return new Date(at + offsetPeriodAt(zone, at).offsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns the instant as a spreadsheet counts it: days of the zone's clock (W-26). */
export function serialOf(at: number, zone: string): number {
  return (at + offsetPeriodAt(zone, at).offsetMs) / DAY_MS + EPOCH_DAYS
}

/** Returns hours, minutes and seconds, such as `27:05:09`; hours go beyond a day. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS + 0.5)
  const hours = Math.floor((seconds * SECOND_MS) / HOUR_MS)
  return `${hours}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
