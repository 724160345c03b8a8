import { apiKeyProblems, trimApiKeyForm, type ApiKeyForm } from '#engine/apiKey/apiKeyForm.ts'
import type { Problem } from '#engine/result.ts'
import { DAY_MS } from '#engine/time/durations.ts'

/** How long a new key may live: so many days, to the end of a chosen day, or for ever. */
export const LIFETIMES = ['30', '90', '365', 'date', 'never'] as const
export type Lifetime = (typeof LIFETIMES)[number]

/** What the fields of the dialog hold; `date` as `2026-05-04`. */
export type KeyFields = { readonly name: string; readonly description: string; readonly lifetime: Lifetime; readonly date: string }

export const NEW_KEY: KeyFields = { name: '', description: '', lifetime: '90', date: '' }

/** The wall clock of the viewer: how far the zone is ahead of UTC at an instant, in ms. */
type Zone = { zoneOffset(at: number): number }

/** Returns the form to send at the instant. A key ends with the chosen day in the viewer's zone. */
export function keyFormOf(fields: KeyFields, now: number, zone: Zone): ApiKeyForm {
  return trimApiKeyForm({ name: fields.name, description: fields.description, expiration: expirationOf(fields, now, zone) })
}

/** Returns the problems of the fields by the server's rules; a wrong end is shown at its date field. */
export function keyFieldProblems(fields: KeyFields, now: number, zone: Zone): readonly Problem[] {
  if (fields.lifetime === 'date' && fields.date === '') {
    return [...apiKeyProblems({ ...keyFormOf(fields, now, zone), expiration: null }, now), { code: 'REQUIRED', field: 'date' }]
  }
  return apiKeyProblems(keyFormOf(fields, now, zone), now).map((one) => (one.field === 'expiration' ? { ...one, field: 'date' } : one))
}

function expirationOf({ lifetime, date }: KeyFields, now: number, zone: Zone): number | null {
  if (lifetime === 'never') return null
  if (lifetime !== 'date') return now + Number(lifetime) * DAY_MS
  const nextDay = Date.parse(`${date}T00:00:00Z`) + DAY_MS
  return Number.isNaN(nextDay) ? null : nextDay - zone.zoneOffset(nextDay)
}

/** Returns the text of the file in which a person keeps a new key. */
export function keyFileOf(key: { readonly name: string; readonly secret: string }, origin: string): string {
  return `${key.name}\n${origin}/api/graphql\nAuthorization: Bearer ${key.secret}\n`
}

/** Returns the name of that file: letters, digits and hyphens of the key's name. */
export function keyFileName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `${['trueline', 'key', ...words].join('-')}.txt`
}
