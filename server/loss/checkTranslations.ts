import { Refusal } from '#server/refusal.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import type { Translation } from './lossReason.store.ts'

/** Returns the translations with trimmed names, without the empty ones; refuses a language named twice and a name that is too long. */
export function checkedTranslations(
  translations: readonly Translation[],
  length: { readonly min: number; readonly max: number },
): readonly Translation[] {
  const given = translations.filter(({ name }) => name.trim() !== '')
  const twice = given.find((one, at) => given.findIndex((other) => other.language === one.language) < at)
  if (twice) throw new Refusal({ code: 'NOT_UNIQUE', field: 'translations', params: { value: twice.language } })
  return given.map(({ language, name }) => ({ language, name: checkText('translations', name, length) }))
}

/** Returns the name in the language of the person who asks, or the one that the company gave. */
export function nameIn(language: string, named: { readonly name: string; readonly translations: readonly Translation[] }): string {
  return named.translations.find((translation) => translation.language === language)?.name ?? named.name
}
