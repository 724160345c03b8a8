import { createContext, useContext } from 'react'
import type { Locale } from '#web/ui/locale.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import pl from './texts/pl.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }
import uk from './texts/uk.json' with { type: 'json' }
import uz from './texts/uz.json' with { type: 'json' }

/** The texts of these pages; all languages together are smaller than a library that would load them. */
export type IdentityTexts = Readonly<Record<keyof typeof en, string>>

export const TEXTS: Readonly<Record<Locale, IdentityTexts>> = { en, uk, pl, ru, es, uz }

export const TextsContext = createContext<IdentityTexts>(en)

/** Returns the texts in the language of the page. */
export function useIdentityTexts(): IdentityTexts {
  return useContext(TextsContext)
}
