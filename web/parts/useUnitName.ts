import { useCallback } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'

/** Returns the function that names a measurement unit in the current language, by its code; one that we have no word for keeps its own. */
export function useUnitName(): (unit: { readonly code: string; readonly shortName: string }) => string {
  const { t } = useCommonTexts()
  return useCallback((unit) => t(`unit.${unit.code}`, { defaultValue: unit.shortName }), [t])
}

/** Returns the function that names one of a unit by the name that `useUnitName` gives: a piece of "pcs"; others have the same name. */
export function useOneUnit(): (name: string) => string {
  const { t } = useCommonTexts()
  return useCallback((name) => (name === t('unit.pcs') ? t('unitOne.pcs') : name), [t])
}
