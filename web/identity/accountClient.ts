import type { Registration } from '#engine/user/registration.ts'
import type { SelectOption } from '#web/ui/form/SelectField.tsx'
import { readAccountAnswer, readApiAnswer, type AccountAnswer } from './accountAnswer.view.ts'

const REGISTER = `mutation RegisterUser($country: String!, $email: String!, $firstName: String!, $lastName: String!, $password: String!, $phone: String!, $isAgreed: Boolean!) {
  registerUser(country: $country, email: $email, firstName: $firstName, lastName: $lastName, password: $password, phone: $phone, isAgreed: $isAgreed)
}`

const OFFLINE: AccountAnswer = { kind: 'refused', problems: [{ code: 'OFFLINE' }] }

/** Returns what an endpoint for accounts says; never throws, a failed connection is an answer too. */
export function postAccount(path: 'reset' | 'link' | 'restore' | 'activate' | 'invitation', body: object): Promise<AccountAnswer> {
  return post(`/identity/account/${path}`, body, readAccountAnswer)
}

/** Returns the API's answer to a registration. */
export function register(form: Registration): Promise<AccountAnswer> {
  return post('/api/graphql', { query: REGISTER, variables: form }, readApiAnswer)
}

/** Returns the countries to choose from, named in the language; empty when they cannot be had. */
export async function readCountries(locale: string): Promise<readonly (SelectOption & { readonly dialCode: string })[]> {
  const body = await readJson(`/api/countries?lang=${encodeURIComponent(locale)}`)
  const countries: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'countries') : null
  if (!Array.isArray(countries)) return []
  return countries.flatMap((country: unknown) => {
    const value = textOf(country, 'code')
    return value === '' ? [] : [{ value, label: textOf(country, 'label'), dialCode: textOf(country, 'dialCode') }]
  })
}

/** Returns the country that the visitor seems to be in, by address, else by the browser's time zone; null when neither tells. */
export async function readVisitorCountry(): Promise<string | null> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const country = textOf(await readJson(`/api/visitor-country?timeZone=${encodeURIComponent(timeZone)}`), 'country')
  return country === '' ? null : country
}

type Reader = (status: number, body: unknown, retryAfterSeconds: number | null) => AccountAnswer

/** Posts in the language of the page: accounts and e-mails are made in it. */
async function post(url: string, body: object, read: Reader): Promise<AccountAnswer> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
    })
  } catch {
    return OFFLINE
  }
  const answer: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return read(response.status, answer, Number.isFinite(seconds) ? seconds : null)
}

async function readJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url)
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

function textOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
  return typeof value === 'string' ? value : ''
}
