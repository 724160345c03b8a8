import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './CurrentValues.module.css'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'
import { shownValues } from './workCenterPage.view.ts'

/** Returns the latest value of each channel with its age; an unavailable one is a dash, never 0. */
export function CurrentValues({ workCenter }: { readonly workCenter: LoadedWorkCenter }) {
  const { t } = useCommonTexts()
  const unitName = useUnitName()
  const format = useFormat()
  const values = shownValues(useLiveWorkCenter(workCenter.id))
  const unit = unitName(workCenter.outputMeasurementUnit)
  return (
    <section className={classes['section']} aria-label={t('values.title')}>
      <h2>{t('values.title')}</h2>
      {values.length === 0 && <p className={classes['meta']}>{t('values.none')}</p>}
      <dl className={classes['values']}>
        {values.map(({ key, value, at }) => (
          <div key={key}>
            <dt>{t(`values.name.${key}`)}</dt>
            <dd>
              <b>{format.number(value, value !== null && Math.abs(value) < 100 && !Number.isInteger(value) ? 1 : 0)}</b>{' '}
              {value === null ? '' : t(`values.unit.${key}`, { unit })}
            </dd>
            <dd className={classes['meta']}>{t('values.at', { time: format.timeWithSeconds(at) })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
