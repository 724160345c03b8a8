import { createContext, useContext } from 'react'
import type { KeysOf } from '#web/texts/translate.ts'
import type { Locale } from '#web/ui/locale.ts'
import type en from './texts/en.json'

type Texts = { readonly [key: string]: string | Texts }

export const TextsContext = createContext<{ readonly locale: Locale; readonly texts: Texts }>({ locale: 'en', texts: {} })

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly default: typeof en }>>> = {
  en: () => import('./texts/en.json', { with: { type: 'json' } }),
  uk: () => import('./texts/uk.json', { with: { type: 'json' } }),
  pl: () => import('./texts/pl.json', { with: { type: 'json' } }),
  ru: () => import('./texts/ru.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
  uz: () => import('./texts/uz.json', { with: { type: 'json' } }),
}

/** Returns the texts of the language: only those are loaded, and no library for them. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  return (await LOADERS[locale]()).default
}

/** Returns the language and the text of a key, with `{{name}}` filled in; the area is named so that its keys can be proven. */
export function useTexts(_area: 'publicPage') {
  const { locale, texts } = useContext(TextsContext)
  const t = (key: KeysOf<typeof en>, params: Readonly<Record<string, string>> = {}): string => {
    const found = key.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
    return typeof found === 'string' ? found.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => params[name] ?? '') : key
  }
  return { locale, t }
}
