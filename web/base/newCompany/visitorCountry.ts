import { isCountryCode, type CountryCode } from '#engine/company/countries.ts'
import { currentZoneName } from '#engine/company/timeZone.ts'
import { logFailure } from '#web/ui/log.ts'

/** Returns the time zone of this browser by its present name. */
export function browserTimeZone(): string {
  return currentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Returns the country that the server takes the visitor to be in, by the address or else by the browser's time zone; null when it cannot tell. */
export async function visitorCountry(): Promise<CountryCode | null> {
  try {
    const answer = await fetch(`/api/visitor-country?timeZone=${encodeURIComponent(browserTimeZone())}`)
    const body: unknown = await answer.json()
    const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null
    return typeof country === 'string' && isCountryCode(country) ? country : null
  } catch (error) {
    // Only saves a choice: whoever sees the form chooses it then.
    logFailure("The visitor's country could not be loaded", error)
    return null
  }
}
