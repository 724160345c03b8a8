import { createInstance, type FormatterModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { TextArea } from './translate.ts'
import { WITHOUT_PROBLEMS } from './withoutProblems.ts'
import { chooseLocale, isLocale, type Locale } from '#web/ui/locale.ts'

const LANGUAGE_KEY = 'trueline.language'

type Texts = Record<string, unknown>

/** The texts of the first page, and what loads those of an area: `<area>/texts/<locale>.json`, the folder's name being the namespace. */
type LocaleTexts = { readonly first: Texts; readonly areas: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>> }

/** One module a language, loaded when it is chosen, so that nobody loads where the texts of five others lie; each has every key, which a test proves. */
const LOADERS: Record<Locale, () => Promise<LocaleTexts>> = {
  en: () => import('./locale/en.ts'),
  uk: () => import('./locale/uk.ts'),
  pl: () => import('./locale/pl.ts'),
  ru: () => import('./locale/ru.ts'),
  es: () => import('./locale/es.ts'),
  uz: () => import('./locale/uz.ts'),
}

/** What pages may say beside their own texts: the answers of the API, by their codes. */
const PROBLEMS = 'problem'
/** Answers that no first page tells: about orders, output and material, settings, integrations, analytics. They come with the areas below. */
const FURTHER_PROBLEMS = 'furtherProblem'
const WITH_FURTHER_PROBLEMS: readonly TextArea[] = [
  'analytics',
  'apiKey',
  'checklist',
  'company',
  'confirm',
  'conversation',
  'generalData',
  'history',
  'integration',
  'jobOrder',
  'lossTracking',
  'order',
  'orderImport',
  'output',
  'shiftSchedule',
  'specification',
  'statuses',
  'stock',
  'support',
  'workRequest',
]

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
/** What was chosen last; its texts may still be on their way. */
let wanted: Locale | null = null
const loadedAreas = new Set<string>()

/** Returns the texts in the language of this browser's choice, loaded and ready to draw. */
export async function startLanguage(): Promise<i18n> {
  const language = createInstance()
  const locale = chosenLocale()
  const { first } = await LOADERS[locale]()
  await language
    .use(initReactI18next)
    .use(PLAIN_FORMATTER)
    .init({
      lng: locale,
      resources: { [locale]: { translation: first } },
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
  if (isLocale(chosen) && chosen !== (wanted ?? language.language)) await changeLanguage(language, chosen)
}

/** Changes the language without a reload and remembers it in this browser, for the person and for the next sign-in. */
export async function changeLanguage(language: i18n, locale: Locale): Promise<void> {
  await showLanguage(language, locale)
  // Of two choices the last is remembered, whichever texts came first; and none whose texts did not come.
  if (language.language !== locale) return
  localStorage.setItem(LANGUAGE_KEY, locale)
  if (personId !== null) localStorage.setItem(`${LANGUAGE_KEY}.${personId}`, locale)
}

/** Shows another language without remembering it, for a screen that several people use. What is chosen last is shown, however long its texts take. */
export async function showLanguage(language: i18n, locale: Locale): Promise<void> {
  wanted = locale
  const first = await wholeLanguage(language, locale).catch((error: unknown) => {
    // Without its texts the language of before is shown, and asked for again it is tried again.
    if (wanted === locale) wanted = null
    throw error
  })
  if (wanted !== locale) return
  language.addResourceBundle(locale, 'translation', first)
  await language.changeLanguage(locale)
  document.documentElement.lang = locale
}

/** Returns the texts of the first page once those of all areas are there too. */
async function wholeLanguage(language: i18n, locale: Locale): Promise<Texts> {
  const { first } = await LOADERS[locale]()
  // An area that somebody opens meanwhile comes in the language of before, and must be there in this one too.
  while (wanted === locale && missingAreas(language, locale).length > 0)
    await Promise.all(missingAreas(language, locale).map((area) => loadArea(language, area, locale)))
  return first
}

const missingAreas = (language: i18n, locale: Locale) => [...loadedAreas].filter((area) => !language.hasResourceBundle(locale, area))

/** Shows the language that was chosen in this browser again. */
export async function showChosenLanguage(language: i18n): Promise<void> {
  const chosen = (personId === null ? null : localStorage.getItem(`${LANGUAGE_KEY}.${personId}`)) ?? ''
  const locale = isLocale(chosen) ? chosen : chosenLocale()
  if (locale !== (wanted ?? language.language)) await showLanguage(language, locale)
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
  const answers = [
    ...(WITHOUT_PROBLEMS.includes(area) ? [] : [PROBLEMS]),
    ...(WITH_FURTHER_PROBLEMS.includes(area) ? [FURTHER_PROBLEMS] : []),
  ]
  const areas = [area, ...answers]
  const [module] = await Promise.all([loading, ...areas.map((one) => loadArea(language, one, locale))])
  return module
}

/** Loads the texts of every area in the current language, one after the other, so that they are there without a connection. */
export async function loadAllTexts(): Promise<void> {
  const { areas } = await LOADERS[currentLocale()]()
  for (const load of Object.values(areas)) await load()
}

/** Loads the answers about orders, where one may have to be told: what waits in the outbox may be about them. */
export async function loadOrderProblems(): Promise<void> {
  if (current !== null) await loadArea(current, FURTHER_PROBLEMS, localeOf(current))
}

async function loadArea(language: i18n, area: string, locale: Locale): Promise<void> {
  loadedAreas.add(area)
  if (language.hasResourceBundle(locale, area)) return
  const { areas } = await LOADERS[locale]()
  const load = Object.entries(areas).find(([path]) => path.endsWith(`/${area}/texts/${locale}.json`))?.[1]
  if (load === undefined) throw new Error(`there are no texts of ${area} in ${locale}`)
  language.addResourceBundle(locale, area, (await load()).default)
}
