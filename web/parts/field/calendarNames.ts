import type { Locale } from '#web/ui/locale.ts'

/** Browsers have no Uzbek calendar data in Latin script. */
const UZBEK_MONTHS = [
  'Yanvar',
  'Fevral',
  'Mart',
  'Aprel',
  'May',
  'Iyun',
  'Iyul',
  'Avgust',
  'Sentabr',
  'Oktabr',
  'Noyabr',
  'Dekabr',
] as const
const UZBEK_DAYS = ['Ya', 'Du', 'Se', 'Ch', 'Pa', 'Ju', 'Sh'] as const
const UZBEK_PARTS = { day: 'kun', month: 'oy', year: 'yil', hour: 'soat', minute: 'daqiqa' } as const
const UZBEK_PLACEHOLDERS: Readonly<Record<string, string>> = { day: 'kk', month: 'oo', year: 'yyyy' }
const ENGLISH_DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A day of the calendar as the fields have it; the month counts from 1. */
type Day = { readonly year: number; readonly month: number; readonly day: number }

/** Returns the name of a month with its year. */
export function monthName({ year, month }: Omit<Day, 'day'>, locale: Locale): string {
  if (locale === 'uz') return `${UZBEK_MONTHS[month - 1]} ${year}`
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(Date.UTC(year, month - 1, 1))
}

/** Returns the short name of a day of the week that the browser named `text`. */
export function weekdayName(text: string, locale: Locale): string {
  return locale === 'uz' ? (UZBEK_DAYS[ENGLISH_DAYS.indexOf(text)] ?? text) : text
}

/** Returns how a day is read out where the browser has no words for it; null where it has. */
export function ownDayName({ year, month, day }: Day, locale: Locale): string | null {
  return locale === 'uz' ? `${day}-${UZBEK_MONTHS[month - 1]?.toLowerCase()}, ${year}` : null
}

/** Returns the name of a part of a date, and what stands in it while it is empty, where the browser has no words for them; null where it has. */
export function ownPart(type: string, locale: Locale): { readonly name: string; readonly placeholder: string } | null {
  if (locale !== 'uz') return null
  const name = Object.entries(UZBEK_PARTS).find(([part]) => part === type)?.[1]
  return name === undefined ? null : { name, placeholder: UZBEK_PLACEHOLDERS[type] ?? '––' }
}
