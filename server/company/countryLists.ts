import { COUNTRY_CODES, DIAL_CODES } from '#engine/company/countries.ts'
import type { CountryCode } from '#engine/company/countries.ts'
import { currentZoneName, isTimeZone, offsetText } from '#engine/company/timeZone.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Language } from '#engine/user/language.ts'

/** A choice of a country (spec 000 §3): its name in the asked language, its code, its telephone prefix without the plus. */
export type Country = { readonly label: string; readonly code: CountryCode; readonly dialCode: string }

/** A choice of a time zone (spec 000 §3); the offset is that of now. */
export type TimeZone = { readonly value: string; readonly label: string; readonly offset: string }

const QUARTER_MS = 15 * MINUTE_MS

const countriesBy = new Map<Language, readonly Country[]>()
const zoneLabelsBy = new Map<Language, readonly Omit<TimeZone, 'offset'>[]>()
let offsets: { readonly quarter: number; readonly of: ReadonlyMap<string, string> } | null = null
let countryByZone: ReadonlyMap<string, CountryCode> | null = null

/** Returns all countries by their names in the language, in its alphabetical order. */
export function listCountries(language: Language): readonly Country[] {
  const known = countriesBy.get(language)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const countries = COUNTRY_CODES.map((code) => ({ label: names.of(code.toUpperCase()) ?? code, code, dialCode: DIAL_CODES[code] }))
  const sorted = byLabel(countries, language)
  countriesBy.set(language, sorted)
  return sorted
}

/** Returns all time zones, each as its city and country, in the alphabetical order of the language, with their offsets at the instant (ms UTC). */
export function listTimeZones(language: Language, at: number): readonly TimeZone[] {
  const labels = zoneLabelsBy.get(language) ?? labelZones(language)
  zoneLabelsBy.set(language, labels)
  // Each takes a formatter of its own, all of them a tenth of a second; clocks are changed at full quarters of an hour.
  const quarter = Math.floor(at / QUARTER_MS)
  if (offsets?.quarter !== quarter) offsets = { quarter, of: new Map(labels.map(({ value }) => [value, offsetText(value, at)])) }
  const { of } = offsets
  return labels.map((zone) => ({ ...zone, offset: of.get(zone.value) ?? offsetText(zone.value, at) }))
}

/** Returns the country of a time zone, null for a zone without one, such as UTC, and for an unknown zone. */
export function countryOfZone(timeZone: string): CountryCode | null {
  countryByZone ??= new Map(COUNTRY_CODES.flatMap((code) => zonesOf(code).map((zone) => [zone, code] as const)))
  return countryByZone.get(currentZoneName(timeZone)) ?? null
}

function labelZones(language: Language): readonly Omit<TimeZone, 'offset'>[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const values = Intl.supportedValuesOf('timeZone').map(currentZoneName).filter(isTimeZone)
  const zones = [...new Set(['UTC', ...values])].filter((value) => !value.startsWith('Etc/'))
  return byLabel(
    zones.map((value) => ({ value, label: labelOf(value, names) })),
    language,
  )
}

/** The city is the last part of the zone's name; the country's name is in the language. */
function labelOf(zone: string, names: Intl.DisplayNames): string {
  const country = countryOfZone(zone)
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return country === null ? city : `${city}, ${names.of(country.toUpperCase()) ?? country}`
}

function zonesOf(country: CountryCode): readonly string[] {
  return (new Intl.Locale(`und-${country.toUpperCase()}`).getTimeZones() ?? []).map(currentZoneName)
}

function byLabel<One extends { readonly label: string }>(list: readonly One[], language: Language): readonly One[] {
  const { compare } = new Intl.Collator(language)
  return list.toSorted((left, right) => compare(left.label, right.label))
}
