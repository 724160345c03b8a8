import { CLOCK, dateTagOf, dateWriter } from '#engine/time/dateText.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Language } from '#engine/user/language.ts'

/** How a language writes dates and times; made once, since each takes as long as writing a hundred. */
type Writers = { readonly date: (at: number) => string; readonly clock: Intl.DateTimeFormat }

const MADE = new Map<string, Writers>()
const WITHOUT_YEAR = new Map<Language, (at: number) => string>()

/** Returns whether the text is a date such as `2026-05-04`; a row of sums has its name in a column of dates. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** Returns a date such as `2026-05-04` as the screens write it, `4 May 2026`. */
export function dateText(date: string, language: Language): string {
  return writersOf(language, 'UTC').date(Date.parse(date))
}

/** Returns a date without its year, `4 May`, for an axis. */
export function dayText(date: string, language: Language): string {
  const write = WITHOUT_YEAR.get(language) ?? dateWriter(language, 'UTC', false)
  WITHOUT_YEAR.set(language, write)
  return write(Date.parse(date))
}

/** Returns dates of which the last is not included as a reader sees them, `4 May 2026 – 10 May 2026`; of one day itself. */
export function datesText({ from, to }: DateRange, language: Language): string {
  const last = dayBefore(to)
  return from === last ? dateText(from, language) : `${dateText(from, language)} – ${dateText(last, language)}`
}

/** Returns an instant (ms UTC) by the clock of the zone as the screens write it, `4 May 2026, 09:05`. */
export function instantText(at: number, { zone, language }: { readonly zone: string; readonly language: Language }): string {
  const { date, clock } = writersOf(language, zone)
  return `${date(at)}, ${clock.format(at)}`
}

/** Returns what the clock of the zone shows at the instant, `09:05`. */
export function timeText(at: number, zone: string): string {
  return writersOf('en', zone).clock.format(at)
}

/** Returns a period that was written down for programs, `2026-05-04` or with the time of a shift `2026-05-04 06:00`, as the screens write it. */
export function writtenPeriodText(period: string, language: Language): string {
  const [date = '', time] = period.split(' ')
  return time === undefined ? dateText(date, language) : `${dateText(date, language)}, ${time}`
}

function writersOf(language: Language, zone: string): Writers {
  const key = `${language} ${zone}`
  const known = MADE.get(key)
  if (known !== undefined) return known
  const made = {
    date: dateWriter(language, zone),
    clock: new Intl.DateTimeFormat(dateTagOf(language), { timeZone: zone, ...CLOCK }),
  }
  MADE.set(key, made)
  return made
}
