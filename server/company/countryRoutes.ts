import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LANGUAGES, isLanguage } from '#engine/user/language.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import type { AddressCountry } from './addressCountry.ts'
import { countryOfZone, listCountries } from './countryLists.ts'

const HOUR_SECONDS = 3_600
/** More than any form asks; who asks more often wants the table and not a country. */
const QUESTIONS_PER_MINUTE = 60

/**
 * Adds the routes for forms before the sign-in: `GET /api/countries?lang=` answers the countries in a language; `GET /api/visitor-country?timeZone=`
 * the country of the caller's address, else of the browser's time zone, else null.
 */
export function registerCountries(app: FastifyInstance, { addressCountry }: { readonly addressCountry: AddressCountry }): void {
  const limiter = createAttemptLimiter({ failures: QUESTIONS_PER_MINUTE, windowMs: 60_000 })
  const refuseFlood = (request: FastifyRequest) => {
    if (limiter.take(addressKey(request.ip), Date.now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
  }
  app.get('/api/countries', async (request, reply) => {
    refuseFlood(request)
    const language = queryText(request, 'lang')
    void reply.header('cache-control', `public, max-age=${HOUR_SECONDS}`)
    return { countries: listCountries(isLanguage(language) ? language : LANGUAGES[0]) }
  })
  app.get('/api/visitor-country', async (request, reply) => {
    refuseFlood(request)
    void reply.header('cache-control', 'no-store')
    return { country: (await addressCountry(request.ip)) ?? countryOfZone(queryText(request, 'timeZone')) }
  })
}

function queryText(request: FastifyRequest, name: string): string {
  const query: unknown = request.query
  const value = typeof query === 'object' && query !== null ? Object.entries(query).find(([key]) => key === name)?.[1] : undefined
  return typeof value === 'string' ? value : ''
}
