import { useMemo } from 'react'
import { createFormat, type Format } from './format.ts'
import { useFormat } from './formatContext.ts'

/** Returns the formatters of the current language for a zone, which may be another than the reader's. */
export function useZoneFormat(timeZone: string): Format {
  const { locale } = useFormat()
  return useMemo(() => createFormat(locale, timeZone), [locale, timeZone])
}
