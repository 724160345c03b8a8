import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TextArea, Translate } from './translate.ts'

/** How a component asks for its texts, and the library that holds them. */
type AskedTexts<Area extends TextArea> = { readonly t: Translate<Area>; readonly i18n: i18n }

/** Returns the texts of an area loaded `withTexts`: its own keys first, then the API's answers, then those of the shell. */
export function useTexts<Area extends TextArea>(area: Area): AskedTexts<Area> {
  return useTranslation([area, 'problem', 'furtherProblem', 'translation'], { nsMode: 'fallback' })
}

/** Returns the texts of the shell, which are there before any page. */
export function useCommonTexts(): AskedTexts<never> {
  return useTranslation()
}
