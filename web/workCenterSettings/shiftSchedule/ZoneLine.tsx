import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import classes from './ShiftSchedule.module.css'
import { useZoneFormat } from './useZoneFormat.ts'

const MINUTE_MS = 60_000

/** Returns the time zone of the shifts, and its current time. */
export function ZoneLine({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTexts('shiftSchedule')
  const now = useCoarseNow(MINUTE_MS)
  const format = useZoneFormat(timeZone)
  return <p className={classes['meta']}>{t('zone', { zone: timeZone, time: format.time(now) })}</p>
}
