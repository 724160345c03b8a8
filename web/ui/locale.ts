/** The interface languages of the specification (000 §1), the default first. */
export const LOCALES = ['en', 'uk', 'pl', 'ru', 'es', 'uz'] as const
export type Locale = (typeof LOCALES)[number]

/** Own names of the languages, shown in the language list whatever the current language is. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  uk: 'Українська',
  pl: 'Polski',
  ru: 'Русский',
  es: 'Español',
  uz: 'Oʻzbekcha',
}

/** Returns whether the text is one of the interface languages. */
export function isLocale(text: string): text is Locale {
  return LOCALES.some((locale) => locale === text)
}

/** Returns the language to start with: the stored choice, else the first of the browser's languages that we have, else English. */
export function chooseLocale(stored: string | null, wanted: readonly string[]): Locale {
  if (stored !== null && isLocale(stored)) return stored
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    if (isLocale(language)) return language
  }
  return 'en'
}
