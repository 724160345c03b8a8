import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chooseLocale, isLocale, type Locale } from '#web/ui/locale.ts'

const LANGUAGE_KEY = 'trueline.language'

type Texts = Record<string, unknown>

/** One file a language, loaded when it is chosen; every file has every key, which a test proves. */
const LOADERS: Record<Locale, () => Promise<{ readonly default: Texts }>> = {
  en: () => import('./en.json'),
  uk: () => import('./uk.json'),
  pl: () => import('./pl.json'),
  ru: () => import('./ru.json'),
  es: () => import('./es.json'),
  uz: () => import('./uz.json'),
}

/** Returns the texts in the language of this browser's choice, loaded and ready to draw. */
export async function startLanguage(): Promise<i18n> {
  const language = createInstance()
  const locale = chooseLocale(localStorage.getItem(LANGUAGE_KEY), navigator.languages)
  const { default: texts } = await LOADERS[locale]()
  await language.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = locale
  return language
}

/** Changes the language without a reload and remembers it in this browser. */
export async function changeLanguage(language: i18n, locale: Locale): Promise<void> {
  const { default: texts } = await LOADERS[locale]()
  language.addResourceBundle(locale, 'translation', texts)
  await language.changeLanguage(locale)
  localStorage.setItem(LANGUAGE_KEY, locale)
  document.documentElement.lang = locale
}

/** Returns the current language. */
export function localeOf(language: i18n): Locale {
  return isLocale(language.language) ? language.language : 'en'
}
