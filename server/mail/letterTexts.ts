import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'

/** The texts of letters: one for each kind, and where a kind says two different things, one for each of them. */
export const LETTER_TEXT_KEYS = [
  'VERIFY_EMAIL',
  'RESET_PASSWORD',
  'ALREADY_REGISTERED',
  'ACTIVATE',
  'INVITATION',
  'ROLE_REQUEST',
  'ROLE_APPROVED',
  'ROLE_DECLINED',
  'PASSWORD_CHANGED',
  'TWO_FACTOR_ON',
  'TWO_FACTOR_OFF',
  'API_KEY_CREATED',
] as const
export type LetterTextKey = (typeof LETTER_TEXT_KEYS)[number]

const text = z.string().min(1)
const letter = z.strictObject({ subject: text, lines: z.array(text).min(1), button: text.optional() })
const letterTexts = z.strictObject({
  greeting: text,
  greetingWithoutName: text,
  bareLink: text,
  automatic: text,
  roles: z.record(z.string(), text),
  letters: z.record(z.enum(LETTER_TEXT_KEYS), letter),
})

export type LetterTexts = z.infer<typeof letterTexts>

const read = (language: Language): LetterTexts =>
  letterTexts.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'letters', `${language}.json`), 'utf8')))

const TEXTS: ReadonlyMap<string, LetterTexts> = new Map(LANGUAGES.map((language) => [language, read(language)]))

/** Returns the texts of letters in the language. */
export function letterTextsOf(language: Language): LetterTexts {
  const texts = TEXTS.get(language)
  if (texts === undefined) throw new Error(`there are no letters in ${language}`)
  return texts
}
