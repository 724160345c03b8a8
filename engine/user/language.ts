/** Languages of the interface and of a company, the default first (spec 000 §1). */
export const LANGUAGES = ['en', 'uk', 'pl', 'ru', 'es', 'uz'] as const
export type Language = (typeof LANGUAGES)[number]

/** Returns whether the text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text)
}
