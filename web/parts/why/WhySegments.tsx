import { useCommonTexts } from '#web/texts/useTexts.ts'
import { SegmentLink } from '#web/parts/timeline/SegmentLink.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type PricedSegment, segmentsOf, type Term } from './why.view.ts'
import { WhyList } from './WhyList.tsx'
import classes from './WhyThisNumber.module.css'

type WhySegmentsProps = {
  readonly term: Term
  readonly unit: string
  /** In UTC ms. */
  readonly shift: { readonly start: number; readonly end: number }
  readonly onFollow: () => void
}

/** Returns the output that ideal time comes from, on demand: by order, confirmed or counted, units times price. */
export function WhySegments({ term, unit, shift, onFollow }: WhySegmentsProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const texts = useSpanTexts()
  const segments = segmentsOf(term)
  if (segments.length === 0) return null
  return (
    <WhyList
      label={t('why.segments', { count: segments.length })}
      rows={segments.map((segment) => (
        <li key={segment.start}>
          <SegmentLink start={segment.start} shift={shift} onClick={onFollow}>
            {segment.orders === '' ? t('why.noOrder') : segment.orders}
          </SegmentLink>
          <span className={classes['length']}>{segment.netMs === null ? '' : format.exactDuration(segment.netMs)}</span>
          <span className={classes['meta']}>
            {priceOf(segment)} · {segment.isConfirmed ? t('why.confirmed') : t('why.counted')} · {texts.range(segment.start, segment.end)}
          </span>
        </li>
      ))}
      sum={format.exactDuration(term.value)}
    />
  )

  function priceOf({ units, cycleMs }: PricedSegment): string {
    const made = `${format.number(units)} ${unit}`
    return cycleMs === null ? made : `${made} × ${format.cycle(cycleMs)}`
  }
}
