import { useMemo } from 'react'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ShiftSchedule.module.css'

const MINUTE_MS = 60_000

/** Returns whose clock the times of the shifts are of, and what it shows now. */
export function ZoneLine({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTexts('shiftSchedule')
  const { locale } = useFormat()
  const now = useCoarseNow(MINUTE_MS)
  const format = useMemo(() => createFormat(locale, timeZone), [locale, timeZone])
  return <p className={classes['meta']}>{t('zone', { zone: timeZone, time: format.time(now) })}</p>
}
