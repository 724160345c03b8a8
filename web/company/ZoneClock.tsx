import { useMemo } from 'react'
import { isTimeZone } from '#engine/company/timeZone.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'

const MINUTE_MS = 60_000

/** Returns what clocks show in the zone, so that a wrong one is seen at once (U-27). */
export function ZoneClock({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTexts('company')
  const { locale } = useFormat()
  const now = useCoarseNow(MINUTE_MS)
  const format = useMemo(() => createFormat(locale, isTimeZone(timeZone) ? timeZone : 'UTC'), [locale, timeZone])
  return <>{t('now', { time: format.time(now) })}</>
}
