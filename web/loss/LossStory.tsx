import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { LossStoryDocument, type StoryEntryFragment } from '#web/api/generated/graphql.ts'
import { useCopy } from '#web/base/useCopy.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'
import { SentLines } from '#web/parts/notice/SentLines.tsx'
import { whenOf } from '#web/parts/notice/sentence.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { Format } from '#web/ui/format.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { lastTold, lossLink, saidBefore, storyWay, type Said, type StoryWay } from './story.view.ts'
import { useStoryWords } from './useStoryWords.ts'
import classes from './LossStory.module.css'

export type LossStoryProps = {
  readonly stop: Stop
  readonly timeZone: string
  /** Says again what was said then; null where the viewer may not. */
  readonly onBack: ((said: Said) => void) | null
}

/**
 * Returns the story of a loss in the order of time – who was told, who takes care of it, what work was requested and became of it, checklists, who said what –
 * with the way back to what was said, and the link that opens it. It grows by itself while somebody looks.
 */
export function LossStory({ stop, timeZone, onBack }: LossStoryProps) {
  const { t } = useTexts('loss')
  const format = useZoneFormat(timeZone)
  const { copy, outcome } = useCopy()
  const { id, workCenterId, start } = stop
  const [{ data }] = useFreshQuery(
    LossStoryDocument,
    useMemo(() => ({ lossId: id }), [id]),
    { workCenterIds: [workCenterId], kinds: ['loss', 'notification', 'workRequest', 'checklist'] },
    { requestPolicy: 'cache-and-network' },
  )
  if (data === undefined) return null
  const { entries, isWhole } = data.lossTimeline
  const last = lastTold(entries)
  return (
    <section aria-labelledby={`story-${id}`}>
      <div className={classes['head']}>
        <h3 id={`story-${id}`}>{t('story.title')}</h3>
        <ActionButton onClick={() => void copy(lossLink(location.origin, id))}>{t('story.copy')}</ActionButton>
        <span role="status" className={classes['muted']}>
          {outcome !== null && t(outcome)}
        </span>
      </div>
      {!isWhole && <p className={classes['muted']}>{t('story.more')}</p>}
      <ol className={classes['story']}>
        {entries.map((entry) => {
          const said = onBack === null ? null : saidBefore(entry, stop)
          return (
            <li key={entry.id} data-kind={entry.kind}>
              <time dateTime={entry.at}>{whenOf(format, Date.parse(entry.at), start)}</time>
              <Entry entry={entry} reasonSource={stop.reasonSource} isLastTold={last.has(entry.id)} format={format} />
              {said !== null && <ActionButton onClick={() => onBack?.(said)}>{t('history.back')}</ActionButton>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type EntryProps = {
  readonly entry: StoryEntryFragment
  readonly reasonSource: string | null
  readonly isLastTold: boolean
  readonly format: Format
}

function Entry({ entry, reasonSource, isLastTold, format }: EntryProps) {
  const { t } = useTexts('notification')
  const words = useStoryWords(format)
  const { comment, deliveries, notification } = entry
  const way = storyWay(entry)
  const { title, notes } = words(entry, { reasonSource, isLastTold })
  return (
    <div className={classes['entry']}>
      {way === null ? <b>{title}</b> : <Way way={way}>{title}</Way>}
      {notes.map((note) => (
        <span key={note} className={classes['muted']}>
          {note}
        </span>
      ))}
      {comment !== null && <q>{comment}</q>}
      {deliveries.length > 0 && notification !== null && (
        <details className={classes['who']}>
          <summary>
            {t('sent.title')}
            <span className="hidden-text">: {title}</span>
          </summary>
          <SentLines deliveries={deliveries} since={Date.parse(notification.since)} format={format} />
        </details>
      )}
    </div>
  )
}

function Way({ way, children }: { readonly way: StoryWay; readonly children: string }) {
  return (
    <Link to={way.to} search={way.search} className={classes['way']}>
      {children}
    </Link>
  )
}
