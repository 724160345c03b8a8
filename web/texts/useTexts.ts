import { useTranslation } from 'react-i18next'

/** Returns the texts of an area loaded `withTexts`: its own keys first, then the API's answers, then those of the shell. */
export function useTexts(area: string) {
  return useTranslation([area, 'problem', 'translation'], { nsMode: 'fallback' })
}
