import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the function that names a measurement unit in the current language, by its code; one that we have no word for keeps its own. */
export function useUnitName(): (unit: { readonly code: string; readonly shortName: string }) => string {
  const { t } = useTranslation()
  return useCallback((unit) => t(`unit.${unit.code}`, { defaultValue: unit.shortName }), [t])
}
