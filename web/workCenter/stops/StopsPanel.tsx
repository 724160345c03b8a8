import { useEffect, useRef } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from '../page/Panel.module.css'
import type { ExpectedStops } from '#web/parts/classify/stops.view.ts'
import { StopList } from './StopList.tsx'
import { StopPlaces } from './StopPlaces.tsx'
import { usePageStops } from './usePageStops.ts'

type StopsPanelProps = {
  /** Their place is kept until they have come. */
  readonly expected: ExpectedStops
}

/** Returns the stops of the shift, each with one tap to its reasons. */
export function StopsPanel({ expected }: StopsPanelProps) {
  const { t } = useCommonTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const { list, isFailed, isLoaded, refetch, classify, mayClassify, ask } = usePageStops()
  const { isBusy } = classify
  const { openCount, count } = isLoaded ? { openCount: list.openCount, count: list.stops.length } : expected

  // The button that opened the drawer may have moved with its stop.
  useEffect(() => {
    if (isBusy && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isBusy])

  return (
    <section className={classes['section']} aria-label={t('stops.title')}>
      <div className={classes['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {t('stops.title')}
        </h2>
        {openCount > 0 && <p className={classes['warning']}>{t('stops.open', { count: openCount })}</p>}
      </div>
      {!mayClassify && count > 0 && <p className={classes['meta']}>{t('stops.mayNot')}</p>}
      {isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {!isLoaded && !isFailed && <StopPlaces expected={expected} hasButtons={mayClassify} />}
      {isLoaded && <StopList list={list} isSaving={classify.isSaving} onClassify={mayClassify ? ask : null} />}
    </section>
  )
}
