import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { open } from 'maxmind'
import type { CountryCode } from '#engine/company/countries.ts'
import { isCountryCode } from '#engine/company/countries.ts'
import type { Logger } from '#server/log.ts'

/** Tells the country of an address, null when nothing is known of it. */
export type AddressCountry = (address: string) => Promise<CountryCode | null>

type Options = { readonly geolocationUrl: string | null; readonly log: Logger; readonly now?: () => number; readonly limitMs?: number }

/** A service that does not answer by then is not waited for: a person waits with it. */
const SERVICE_LIMIT_MS = 2_000
const ANSWER_LIMIT_CHARACTERS = 16_384
const CACHE_MS = 86_400_000
const MAX_CACHED = 10_000
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Returns the finder: the service of the settings where there is one, else and whenever it fails the bundled table; no private address leaves the server. */
export function createAddressCountry({ geolocationUrl, log, now = Date.now, limitMs = SERVICE_LIMIT_MS }: Options): AddressCountry {
  const cache = new Map<string, { readonly country: CountryCode | null; readonly until: number }>()
  let table: ReturnType<typeof open> | null = null
  const fromTable = async (address: string) => {
    table ??= open(createRequire(import.meta.url).resolve(TABLE))
    const row: unknown = (await table).get(address)
    return typeof row === 'object' && row !== null && 'country_code' in row ? countryIn(row.country_code) : null
  }
  const fromService = async (url: string, address: string) => {
    const answer = await fetch(url.replaceAll('{ip}', encodeURIComponent(address)), {
      headers: { accept: 'application/json, text/plain' },
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
    return countryOfAnswer((await answer.text()).slice(0, ANSWER_LIMIT_CHARACTERS))
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

/** Returns whether the address is one of the public Internet, and not one of a house, a machine or a reserved range (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && GLOBAL_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
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

const NOT_PUBLIC = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv4')
NOT_PUBLIC.addSubnet('2001:db8::', 32, 'ipv6')

/** All that is given out of IPv6; kept apart, because a list with mapped ranges would match addresses of the other version. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')
