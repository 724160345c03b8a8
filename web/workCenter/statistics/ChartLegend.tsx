import { EFFICIENCY_BANDS } from '#engine/oee/band.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './ChartLegend.module.css'

type ChartLegendProps = {
  readonly hasTarget?: boolean
  readonly hasBefore?: boolean
  readonly hasPartial?: boolean
  readonly hasBands?: boolean
}

/** Returns what the marks of a column chart mean. */
export function ChartLegend({ hasTarget = false, hasBefore = false, hasPartial = false, hasBands = false }: ChartLegendProps) {
  const { t } = useTexts('statistics')
  if (!hasTarget && !hasBefore && !hasPartial && !hasBands) return null
  return (
    <ul className={classes['legend']}>
      {hasBands &&
        EFFICIENCY_BANDS.map((band) => (
          <li key={band}>
            <BandIcon band={band} /> {t(`band.${band}`)}
          </li>
        ))}
      {hasTarget && (
        <li>
          <span className={classes['target']} aria-hidden /> {t('shifts.target')}
        </li>
      )}
      {hasBefore && (
        <li>
          <span className={classes['before']} aria-hidden /> {t('compare.before')}
        </li>
      )}
      {hasPartial && (
        <li>
          <span className={classes['partial']} aria-hidden /> {t('shifts.soFar')}
        </li>
      )}
    </ul>
  )
}
