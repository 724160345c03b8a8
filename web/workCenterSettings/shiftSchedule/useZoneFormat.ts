import { useMemo } from 'react'
import { createFormat, type Format } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns the formatters of the current language for the zone of the shifts, which may be another than the reader's. */
export function useZoneFormat(timeZone: string): Format {
  const { locale } = useFormat()
  return useMemo(() => createFormat(locale, timeZone), [locale, timeZone])
}
