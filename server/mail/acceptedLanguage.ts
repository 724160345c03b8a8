import type { FastifyRequest } from 'fastify'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'

/** Returns the language that the reader of a page without the app prefers, of those that there are. */
export function acceptedLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const accepted = (headers['accept-language'] ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return accepted.map((code) => LANGUAGES.find((one) => one === code)).find((one) => one !== undefined) ?? 'en'
}
