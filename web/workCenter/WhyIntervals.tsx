import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentLink } from '#web/parts/timeline/SegmentLink.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { behindOf, type Term, timeBehind } from './why.view.ts'
import classes from './WhyThisNumber.module.css'

const SHOWN = 8

type WhyIntervalsProps = {
  readonly term: Term
  /** What the figures cover, in UTC ms. */
  readonly window: { readonly start: number; readonly end: number }
  readonly onFollow: () => void
}

/** Returns the intervals that a time was measured from, on demand: each a link to its segment of the timeline, and what they add up to. */
export function WhyIntervals({ term, window, onFollow }: WhyIntervalsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const texts = useSpanTexts()
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const behind = behindOf(term)
  if (behind.length === 0) return null
  return (
    <dd className={classes['behind']}>
      <button type="button" className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="chevron" size={14} /> {t('why.behind', { count: behind.length })}
      </button>
      {isOpen && (
        <ul>
          {(isWhole ? behind : behind.slice(0, SHOWN)).map((interval) => (
            <li key={interval.key}>
              <SegmentLink start={interval.start} onClick={onFollow}>
                {interval.name ?? t(`status.kind.${interval.kind ?? 'UNDEFINED'}`)}
              </SegmentLink>
              <span className={classes['meta']}>{texts.range(interval.start, interval.end)}</span>
              <span className={classes['length']}>{format.timer(timeBehind([interval], window))}</span>
            </li>
          ))}
          {behind.length > SHOWN && !isWhole && (
            <li>
              <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
                {t('why.more', { count: behind.length - SHOWN })}
              </button>
            </li>
          )}
          <li className={classes['sum']}>
            <span>{t('why.sum')}</span>
            <span className={classes['length']}>{format.timer(timeBehind(behind, window))}</span>
          </li>
        </ul>
      )}
    </dd>
  )
}
