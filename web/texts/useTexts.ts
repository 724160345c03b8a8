import { useTranslation } from 'react-i18next'

/** Returns the texts of an area whose page was loaded `withTexts`: its own keys first, then the answers of the API, then those of the shell. */
export function useTexts(area: string) {
  return useTranslation([area, 'problem', 'translation'], { nsMode: 'fallback' })
}
