/** Languages of the interface and of a company, the default first (spec 000 §1). */
export const LANGUAGES = ['en', 'uk', 'pl', 'ru', 'es', 'uz'] as const
export type Language = (typeof LANGUAGES)[number]

/** Returns whether the text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/** Returns the tag by which dates are written in the language: in English, too, the day comes first and the clock has 24 hours. */
export function tagOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}
