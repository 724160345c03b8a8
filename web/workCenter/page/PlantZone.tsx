import { useTexts } from '#web/texts/useTexts.ts'
import { offsetName, zoneOffset } from '#web/ui/zone.ts'
import classes from './PageActions.module.css'

type PlantZoneProps = { readonly timeZone: string; readonly viewerZone: string; readonly now: number }

/** Returns the note that days, shifts and times of the page are the plant's, where the viewer's clock shows others. */
export function PlantZone({ timeZone, viewerZone, now }: PlantZoneProps) {
  const { t } = useTexts('page')
  const [offset, own] = [zoneOffset(timeZone, now), zoneOffset(viewerZone, now)]
  if (offset === own) return null
  const zone = timeZone.replaceAll('_', ' ')
  return (
    <span className={classes['plantZone']} title={t('plantZoneHelp', { zone, own: offsetName(own) })}>
      {t('plantZone', { offset: offsetName(offset), zone })}
    </span>
  )
}
