import { useCallback } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'

/** Returns the function that names a measurement unit in the current language, by its code; one that we have no word for keeps its own. */
export function useUnitName(): (unit: { readonly code: string; readonly shortName: string }) => string {
  const { t } = useCommonTexts()
  return useCallback((unit) => t(`unit.${unit.code}`, { defaultValue: unit.shortName }), [t])
}
