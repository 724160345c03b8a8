import type { Locale } from '#web/ui/locale.ts'
import { addMonths, type DayNumber, firstOfMonth, partsOf } from './zoneDay.ts'

const DAY_MS = 86_400_000
const WEEK = 7
/** 1970-01-05, the first Monday of the day numbers. */
const SOME_MONDAY = 4

/** Browsers have no Uzbek calendar data in Latin script. */
const UZBEK_MONTHS = ['Yanvar', 'Fevral', 'Mart', 'Aprel', 'May', 'Iyun', 'Iyul', 'Avgust', 'Sentabr', 'Oktabr', 'Noyabr', 'Dekabr']
const UZBEK_DAYS = ['Du', 'Se', 'Ch', 'Pa', 'Ju', 'Sh', 'Ya']

/** Returns the weeks of the month that holds a day, Monday first; days of other months are null. */
export function weeksOf(day: DayNumber): readonly (readonly (DayNumber | null)[])[] {
  const first = firstOfMonth(day)
  const next = addMonths(first, 1)
  const start = first - partsOf(first).weekday + 1
  const count = Math.ceil((next - start) / WEEK)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: WEEK }, (_unused, index) => {
      const one = start + week * WEEK + index
      return one >= first && one < next ? one : null
    }),
  )
}

/** Returns the day that a key of the calendar goes to (U-42), null for a key that means nothing there. */
export function dayOfKey(key: string, day: DayNumber, isShift: boolean): DayNumber | null {
  const { weekday } = partsOf(day)
  switch (key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - WEEK
    case 'ArrowDown':
      return day + WEEK
    case 'Home':
      return day - weekday + 1
    case 'End':
      return day + WEEK - weekday
    case 'PageUp':
      return addMonths(day, isShift ? -12 : -1)
    case 'PageDown':
      return addMonths(day, isShift ? 12 : 1)
    default:
      return null
  }
}

/** Returns the first days of so many months of which the last is given. */
export function shownMonths(last: DayNumber, count: number): readonly DayNumber[] {
  return Array.from({ length: count }, (_, index) => addMonths(last, index - count + 1))
}

/** Returns the last of so many shown months after moving no further than the day needs to be among them. */
export function monthsWith(day: DayNumber, last: DayNumber, count: number): DayNumber {
  const month = firstOfMonth(day)
  if (month > last) return month
  const first = addMonths(last, 1 - count)
  return month < first ? addMonths(month, count - 1) : last
}

/** Returns the name of the month of a day with its year. */
export function monthName(day: DayNumber, locale: Locale): string {
  const { month, year } = partsOf(day)
  if (locale === 'uz') return `${UZBEK_MONTHS[month - 1]} ${year}`
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(day * DAY_MS)
}

/** Returns the short names of the days of the week, Monday first. */
export function weekdayNames(locale: Locale): readonly string[] {
  if (locale === 'uz') return UZBEK_DAYS
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' })
  return Array.from({ length: WEEK }, (_, index) => format.format((SOME_MONDAY + index) * DAY_MS))
}
