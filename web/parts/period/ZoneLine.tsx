import { offsetName, zoneOffset } from '#web/ui/zone.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './PeriodDialog.module.css'

/** Returns which zone's clock the dates mean, and how far this device's clock is from it where they differ. */
export function ZoneLine({ timeZone, now }: { readonly timeZone: string; readonly now: number }) {
  const { t } = useTexts('period')
  const device = -new Date(now).getTimezoneOffset() * 60_000
  const offset = zoneOffset(timeZone, now)
  return (
    <p className={classes['zone']}>
      {t('zone', { zone: timeZone.replaceAll('_', ' '), offset: offsetName(offset) })}
      {device !== offset && ` ${t('zoneDevice', { offset: offsetName(device) })}`}
    </p>
  )
}
