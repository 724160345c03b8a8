import { useCommonTexts } from '#web/texts/useTexts.ts'
import { SegmentLink } from '#web/parts/timeline/SegmentLink.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useStopNotes } from '#web/parts/classify/useStopNotes.ts'
import { type Behind, behindOf, type Term, timeBehind, unlistedCount } from './why.view.ts'
import { WhyList } from './WhyList.tsx'
import classes from './WhyThisNumber.module.css'

type WhyIntervalsProps = {
  readonly term: Term
  /** What the figures cover, in UTC ms. */
  readonly window: { readonly start: number; readonly end: number }
  /** In UTC ms. */
  readonly shift: { readonly start: number; readonly end: number }
  readonly onFollow: () => void
}

/** Returns the intervals that a time was measured from: each a link to its segment of the timeline with its reason and how that came, and their sum. */
export function WhyIntervals({ term, window, shift, onFollow }: WhyIntervalsProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const behind = behindOf(term)
  if (behind.length === 0) return null
  const unlisted = unlistedCount(term)
  return (
    <WhyList
      label={t('why.behind', { count: behind.length + unlisted })}
      rows={behind.map((interval) => (
        <Interval
          key={interval.key}
          interval={interval}
          shift={shift}
          length={format.exactDuration(timeBehind([interval], window))}
          onFollow={onFollow}
        />
      ))}
      unlisted={unlisted}
      sum={format.exactDuration(unlisted > 0 && term.value != null ? term.value : timeBehind(behind, window))}
    />
  )
}

type IntervalProps = { readonly interval: Behind; readonly length: string } & Pick<WhyIntervalsProps, 'shift' | 'onFollow'>

function Interval({ interval, shift, length, onFollow }: IntervalProps) {
  const { t } = useCommonTexts()
  const texts = useSpanTexts()
  const notesOf = useStopNotes()
  const { start, end, kind, statusName, cause, loss } = interval
  const status = texts.nameOf({ kind, name: statusName })
  const name = loss === null ? status : (loss.reason ?? t('stops.unclassified'))
  const notes = loss === null ? (cause === null ? [] : [t(`cause.${cause}`)]) : [status, ...notesOf(loss)]
  return (
    <li>
      <span className={classes['name']}>
        {loss !== null && (
          <span className={classes['mark']} style={{ color: loss.style === 'noData' ? 'var(--muted)' : `var(--status-${loss.style})` }}>
            <StatusIcon style={loss.style} size={14} />
          </span>
        )}
        <SegmentLink start={start} shift={shift} className={loss?.isProvisional ? classes['provisional'] : undefined} onClick={onFollow}>
          {name}
        </SegmentLink>
      </span>
      <span className={classes['length']}>{length}</span>
      <span className={classes['meta']}>{[texts.range(start, end), ...notes].join(' · ')}</span>
      {loss?.comment != null && <q className={classes['comment']}>{loss.comment}</q>}
    </li>
  )
}
