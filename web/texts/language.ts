import { createInstance, type FormatterModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { TextArea } from './translate.ts'
import { chooseLocale, isLocale, type Locale } from '#web/ui/locale.ts'

const LANGUAGE_KEY = 'trueline.language'

type Texts = Record<string, unknown>

/** The texts of the first page, one file a language, loaded when it is chosen; every file has every key, which a test proves. */
const LOADERS: Record<Locale, () => Promise<{ readonly default: Texts }>> = {
  en: () => import('./en.json'),
  uk: () => import('./uk.json'),
  pl: () => import('./pl.json'),
  ru: () => import('./ru.json'),
  es: () => import('./es.json'),
  uz: () => import('./uz.json'),
}

/** The texts of areas, and of parts of areas, that are loaded with their first page: `<area>/texts/<locale>.json`, the folder's name being the namespace. */
const AREA_LOADERS = import.meta.glob<{ readonly default: Texts }>([
  '../**/texts/*.json',
  '!./*.json',
  '!../identity/**',
  '!../publicPage/**',
])

/** What every page may say beside its own texts: the answers of the API, by their codes. */
const PROBLEMS = 'problem'

/** Values come formatted; the library's own formatters, made at the start, would never be used. */
const PLAIN_FORMATTER = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: String,
} as const satisfies FormatterModule

let current: i18n | null = null
/** Person of the choice; null before the sign-in. */
let personId: string | null = null
const loadedAreas = new Set<string>()

/** Returns the texts in the language of this browser's choice, loaded and ready to draw. */
export async function startLanguage(): Promise<i18n> {
  const language = createInstance()
  const locale = chosenLocale()
  const { default: texts } = await LOADERS[locale]()
  await language
    .use(initReactI18next)
    .use(PLAIN_FORMATTER)
    .init({
      lng: locale,
      resources: { [locale]: { translation: texts } },
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  document.documentElement.lang = locale
  current = language
  return language
}

/** Switches to the language that the person chose in this browser, else keeps that of the sign-in. People share terminals. */
export async function followChoiceOf(userId: string, language: i18n): Promise<void> {
  personId = userId
  const chosen = localStorage.getItem(`${LANGUAGE_KEY}.${userId}`) ?? ''
  if (isLocale(chosen) && chosen !== language.language) await changeLanguage(language, chosen)
}

/** Changes the language without a reload and remembers it in this browser, for the person and for the next sign-in. */
export async function changeLanguage(language: i18n, locale: Locale): Promise<void> {
  await showLanguage(language, locale)
  localStorage.setItem(LANGUAGE_KEY, locale)
  if (personId !== null) localStorage.setItem(`${LANGUAGE_KEY}.${personId}`, locale)
}

/** Shows another language without remembering it, for a screen that several people use. */
export async function showLanguage(language: i18n, locale: Locale): Promise<void> {
  const [{ default: texts }] = await Promise.all([LOADERS[locale](), ...[...loadedAreas].map((area) => loadArea(language, area, locale))])
  language.addResourceBundle(locale, 'translation', texts)
  await language.changeLanguage(locale)
  document.documentElement.lang = locale
}

/** Shows the language that was chosen in this browser again. */
export async function showChosenLanguage(language: i18n): Promise<void> {
  const chosen = (personId === null ? null : localStorage.getItem(`${LANGUAGE_KEY}.${personId}`)) ?? ''
  const locale = isLocale(chosen) ? chosen : chosenLocale()
  if (locale !== language.language) await showLanguage(language, locale)
}

/** Returns the current language. */
export function localeOf(language: i18n): Locale {
  return isLocale(language.language) ? language.language : 'en'
}

/** Returns the language that is shown, or will be once its texts are there. */
export function currentLocale(): Locale {
  return current === null ? chosenLocale() : localeOf(current)
}

function chosenLocale(): Locale {
  return chooseLocale(localStorage.getItem(LANGUAGE_KEY), navigator.languages)
}

/** Returns the loaded module once the texts of its area are loaded too; for pages and dialogs with a bundle of their own. */
export async function withTexts<Module>(area: TextArea, loading: Promise<Module>): Promise<Module> {
  if (current === null) throw new Error('the language has not started')
  const language = current
  const locale = localeOf(language)
  const [module] = await Promise.all([loading, ...[area, PROBLEMS].map((one) => loadArea(language, one, locale))])
  return module
}

/** Loads the texts of every area in the current language, one after the other, so that they are there without a connection. */
export async function loadAllTexts(): Promise<void> {
  const ending = `/${currentLocale()}.json`
  for (const [path, load] of Object.entries(AREA_LOADERS)) if (path.endsWith(ending)) await load()
}

async function loadArea(language: i18n, area: string, locale: Locale): Promise<void> {
  loadedAreas.add(area)
  if (language.hasResourceBundle(locale, area)) return
  const load = Object.entries(AREA_LOADERS).find(([path]) => path.endsWith(`/${area}/texts/${locale}.json`))?.[1]
  if (load === undefined) throw new Error(`there are no texts of ${area} in ${locale}`)
  language.addResourceBundle(locale, area, (await load()).default)
}
