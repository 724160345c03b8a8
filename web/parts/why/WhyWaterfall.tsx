import type { ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Details, type Term, waterfall } from './why.view.ts'
import classes from './WhyThisNumber.module.css'

type WhyWaterfallProps = { readonly details: Details; readonly intervalsOf: (term: Term) => ReactNode }

/** Returns where the shift's time went, to the second, with the sum that closes it. */
export function WhyWaterfall({ details, intervalsOf }: WhyWaterfallProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const view = waterfall(details)
  if (view === null) return null
  return (
    <section>
      <h3>{t('why.waterfall')}</h3>
      <dl className={classes['terms']}>
        {view.rows.map(({ term, ms, share, from }) => (
          <div key={term.key} className={classes['term']}>
            <dt>{t(`term.${term.key}`)}</dt>
            <dd className={classes['value']}>
              <span className={classes['share']}>{format.percent(share)}</span> {format.exactDuration(ms)}
            </dd>
            <dd className={classes['bar']} aria-hidden>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" focusable={false}>
                <rect className={classes['rail']} width="100" height="6" />
                <rect
                  className={classes['part']}
                  data-term={term.key}
                  x={Math.min(from, from + share) * 100}
                  width={Math.abs(share) * 100}
                  height="6"
                />
              </svg>
            </dd>
            {intervalsOf(term)}
          </div>
        ))}
        <div className={`${classes['term']} ${classes['total']}`}>
          <dt>
            {t('why.sum')}
            <span className={classes['meta']}>{view.totalMs === view.elapsedMs ? t('why.closes') : t('why.doesNotClose')}</span>
          </dt>
          <dd className={classes['value']}>{format.exactDuration(view.totalMs)}</dd>
        </div>
      </dl>
    </section>
  )
}
