import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Locale } from '#web/ui/locale.ts'
import { zoneOffset } from '#web/ui/zone.ts'
import { type DayNumber, dayAt, dayOf, instantOf, partsOf, startOfDay } from './zoneDay.ts'

/** The end of a period that a text describes: a date alone means its first instant for the start, its last for the end. */
export type Edge = 'from' | 'to'

/** How dates are typed: `year-month-date` in English, else date, month and year with the mark of the language; all are understood everywhere. */
const SEPARATORS: Record<Locale, '-' | '.' | '/'> = { en: '-', uk: '.', pl: '.', ru: '.', es: '/', uz: '.' }

const TEXT =
  /^(?:(?<isoYear>\d{4})-(?<isoMonth>\d{1,2})-(?<isoDate>\d{1,2})|(?<date>\d{1,2})[./](?<month>\d{1,2})[./](?<year>\d{4}))(?:[ T,]+(?<hour>\d{1,2}):(?<minute>\d{2}))?$/

/** Returns the instant, in UTC ms, that a typed text means in the zone; null when it is no date. `24:00` ends a day. */
export function readTyped(text: string, edge: Edge, timeZone: string): number | null {
  const parts = TEXT.exec(text.trim())?.groups
  if (parts === undefined) return null
  const number = (one: string, other: string) => Number(parts[one] ?? parts[other])
  const day = dayOf(number('isoYear', 'year'), number('isoMonth', 'month'), number('isoDate', 'date'))
  if (day === null) return null
  if (parts['hour'] === undefined) return startOfDay(timeZone, edge === 'from' ? day : day + 1)
  const [hour, minute] = [Number(parts['hour']), Number(parts['minute'])]
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null
  return instantOf(timeZone, day * DAY_MS + (hour * 60 + minute) * MINUTE_MS)
}

/** Returns an instant as typed in the language: a date, with the time of day unless it is the edge of a day. */
export function writeTyped(at: number, edge: Edge, timeZone: string, locale: Locale): string {
  const day = dayAt(timeZone, at)
  if (startOfDay(timeZone, day) === at) return writeDay(edge === 'from' ? day : day - 1, locale)
  const local = new Date(at + zoneOffset(timeZone, at))
  return `${writeDay(day, locale)} ${local.toISOString().slice(11, 16)}`
}

/** Returns a day as it is typed in the language. */
export function writeDay(day: DayNumber, locale: Locale): string {
  const { year, month, date } = partsOf(day)
  const [y, m, d] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')]
  const separator = SEPARATORS[locale]
  return separator === '-' ? `${y}-${m}-${d}` : [d, m, y].join(separator)
}
