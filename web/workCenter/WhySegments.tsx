import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentLink } from '#web/parts/timeline/SegmentLink.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type PricedSegment, segmentsOf, type Term } from './why.view.ts'
import classes from './WhyThisNumber.module.css'

const SHOWN = 8

type WhySegmentsProps = { readonly term: Term; readonly unit: string; readonly onFollow: () => void }

/** Returns the output that ideal time comes from, on demand: by order, confirmed or counted, units times price. */
export function WhySegments({ term, unit, onFollow }: WhySegmentsProps) {
  const { t } = useTranslation()
  const texts = useSpanTexts()
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const segments = segmentsOf(term)
  if (segments.length === 0) return null
  return (
    <dd className={classes['behind']}>
      <button type="button" className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="chevron" size={14} /> {t('why.segments', { count: segments.length })}
      </button>
      {isOpen && (
        <ul>
          {(isWhole ? segments : segments.slice(0, SHOWN)).map((segment) => (
            <li key={segment.start}>
              <SegmentLink start={segment.start} onClick={onFollow}>
                {segment.orders === '' ? t('why.noOrder') : segment.orders}
              </SegmentLink>
              <span className={classes['meta']}>
                {texts.range(segment.start, segment.end)} · {t(segment.isConfirmed ? 'why.confirmed' : 'why.counted')}
              </span>
              <Price segment={segment} unit={unit} />
            </li>
          ))}
          {segments.length > SHOWN && !isWhole && (
            <li>
              <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
                {t('why.more', { count: segments.length - SHOWN })}
              </button>
            </li>
          )}
        </ul>
      )}
    </dd>
  )
}

function Price({ segment, unit }: { readonly segment: PricedSegment; readonly unit: string }) {
  const format = useFormat()
  const { units, cycleMs, netMs } = segment
  const price = cycleMs === null ? '' : ` × ${format.cycle(cycleMs)}`
  return (
    <span className={classes['length']}>
      {format.number(units)} {unit}
      {price} {netMs !== null && `= ${format.duration(netMs)}`}
    </span>
  )
}
