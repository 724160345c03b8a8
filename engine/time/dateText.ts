import { tagOf, type Language } from '#engine/user/language.ts'

/** Browsers have no Uzbek calendar data in Latin script, so the names are ours. */
const UZBEK_MONTHS = [
  'yanvar',
  'fevral',
  'mart',
  'aprel',
  'may',
  'iyun',
  'iyul',
  'avgust',
  'sentabr',
  'oktabr',
  'noyabr',
  'dekabr',
] as const

/** How clock times are written in every language. */
export const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Returns the tag by which `Intl` writes dates and clock times in the language: English with the day first, Uzbek by English parts. */
export function dateTagOf(language: Language): string {
  return tagOf(language === 'uz' ? 'en' : language)
}

/** Returns what writes the date of an instant (ms UTC) by the clock of the zone, such as `4 May 2026`, or without its year `4 May`: screens and reports have one way. */
export function dateWriter(language: Language, timeZone: string, hasYear = true): (at: number) => string {
  if (language !== 'uz') {
    const parts = { day: 'numeric', month: 'short', ...(hasYear && { year: 'numeric' as const }) } as const
    const format = new Intl.DateTimeFormat(dateTagOf(language), { timeZone, ...parts })
    return (at) => format.format(at)
  }
  const parts = new Intl.DateTimeFormat(dateTagOf(language), { timeZone, day: 'numeric', month: 'numeric', year: 'numeric' })
  return (at) => {
    const found = new Map(parts.formatToParts(at).map((part) => [part.type, part.value]))
    // English writes such a day with two digits.
    const day = `${Number(found.get('day'))}-${UZBEK_MONTHS[Number(found.get('month')) - 1]}`
    return hasYear ? `${day}, ${found.get('year')}` : day
  }
}
