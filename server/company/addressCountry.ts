import { createRequire } from 'node:module'
import { open } from 'maxmind'
import type { CountryCode } from '#engine/company/countries.ts'
import { isCountryCode } from '#engine/company/countries.ts'
import type { Logger } from '#server/log.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { isPublicAddress } from '#server/outbound/reachableAddress.ts'

/** Tells the country of an address, null when nothing is known of it. */
export type AddressCountry = (address: string) => Promise<CountryCode | null>

type Options = { readonly geolocationUrl: string | null; readonly log: Logger; readonly now?: () => number; readonly limitMs?: number }

/** A service that does not answer by then is not waited for: a person waits with it. */
const SERVICE_LIMIT_MS = 2_000
const ANSWER_LIMIT_BYTES = 16_384
const CACHE_MS = 86_400_000
const MAX_CACHED = 10_000
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Returns the finder: the service of the settings where there is one, else and whenever it fails the bundled table; no private address leaves the server. */
export function createAddressCountry({ geolocationUrl, log, now = Date.now, limitMs = SERVICE_LIMIT_MS }: Options): AddressCountry {
  // The administrator of the installation chose the service, which may stand in the own network.
  const ask = createGuardedFetch({ allowsPrivate: true })
  const cache = new Map<string, { readonly country: CountryCode | null; readonly until: number }>()
  let table: ReturnType<typeof open> | null = null
  const fromTable = async (address: string) => {
    table ??= open(createRequire(import.meta.url).resolve(TABLE))
    const row: unknown = (await table).get(address)
    return typeof row === 'object' && row !== null && 'country_code' in row ? countryIn(row.country_code) : null
  }
  const fromService = async (url: string, address: string) => {
    const { status, body } = await ask({
      url: url.replaceAll('{ip}', encodeURIComponent(address)),
      headers: { accept: 'application/json, text/plain' },
      timeoutMs: limitMs,
      maxBytes: ANSWER_LIMIT_BYTES,
    })
    if (status !== 200) throw new Error(`the service answered ${status}`)
    return countryOfAnswer(body.toString())
  }
  const find = async (address: string) => {
    if (geolocationUrl === null) return fromTable(address)
    try {
      const country = await fromService(geolocationUrl, address)
      if (country !== null) return country
    } catch (error) {
      log.warn({ err: error }, 'the geolocation service did not tell the country of an address')
    }
    return fromTable(address)
  }
  return async (given) => {
    const address = given.replace(/^::ffff:(?=[0-9.]+$)/i, '')
    if (!isPublicAddress(address)) return null
    const cached = cache.get(address)
    if (cached !== undefined && cached.until > now()) return cached.country
    const country = await find(address)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(address, { country, until: now() + CACHE_MS })
    return country
  }
}

/** Returns the country that a service's answer names: JSON with a country code under one of the usual names, or the code alone; null for anything else. */
export function countryOfAnswer(text: string): CountryCode | null {
  const values = fieldsOf(text)
  const named = ['country_code', 'countryCode', 'country_code2', 'country', 'country_code_iso2'].map((name) => values[name])
  return named.map(countryIn).find((country) => country !== null) ?? countryIn(text)
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}

function countryIn(value: unknown): CountryCode | null {
  const code = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return isCountryCode(code) ? code : null
}
