import { useCommonTexts } from '#web/texts/useTexts.ts'
import classes from './StopList.module.css'
import { type ExpectedStops, shownFirst } from '#web/parts/classify/stops.view.ts'

type StopPlacesProps = { readonly expected: ExpectedStops; readonly hasButtons: boolean }

/** Returns rows as high as the stops that are on their way, so that nothing below them moves when they come. */
export function StopPlaces({ expected, hasButtons }: StopPlacesProps) {
  const { t } = useCommonTexts()
  const { count, openCount } = expected
  const shown = Math.min(count, shownFirst(openCount))
  return (
    <div className={classes['places']} role="status" aria-label={t('state.loading')}>
      {count === 0 && <p className={classes['meta']}>{t('stops.none')}</p>}
      <ol aria-hidden>
        {Array.from({ length: shown }, (_, index) => (
          <li key={index} className={classes['stop']}>
            <span className={classes['mark']} />
            <div className={classes['what']}>
              <span className={classes['name']}>{'\u2003'.repeat(8)}</span>
              <span className={classes['meta']}>&nbsp;</span>
              {/* Whoever explained it, a person or a rule, stands below. */}
              {index >= openCount && <span className={classes['meta']}>&nbsp;</span>}
            </div>
            <span className={classes['duration']}>&nbsp;</span>
            {hasButtons && <span className={classes['classify']} />}
          </li>
        ))}
      </ol>
      {shown < count && <span className={classes['all']} />}
    </div>
  )
}
