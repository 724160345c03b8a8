import { useEffect, useRef, useState } from 'react'
import { dateAt } from '#engine/time/statPeriod.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './ClassifyPanel.module.css'
import { ReasonTiles } from './ReasonTiles.tsx'
import { RefusedNote } from './RefusedNote.tsx'
import { pressTile } from './tileKeys.ts'
import { type Choice, type ChoiceHow, type Decision, firstChoices, type Stop } from './stops.view.ts'
import type { Refused } from './useClassify.ts'
import { useRankings } from './useRankings.ts'

type ClassifyPanelProps = {
  /** The name of the work center, where the page shows several. */
  readonly place?: string
  readonly stop: Stop
  /** How many other stops have no reason. */
  readonly leftCount: number
  readonly refused: Refused | null
  /** What was typed for the stop before the drawer showed another. */
  readonly draft?: string | undefined
  readonly onDraft?: (text: string) => void
  /** The comment is what is asked for. */
  readonly isNoteFirst?: boolean
  readonly onDecide: (decision: Decision, version?: number) => void
  /** What somebody else wrote stays. */
  readonly onKeep: () => void
}

/** Returns what a stop was and the reasons that may be chosen for it here; one tap saves, unless the reason demands a comment (domain.md S-24a). */
export function ClassifyPanel({
  place,
  stop,
  leftCount,
  refused,
  draft,
  onDraft,
  isNoteFirst = false,
  onDecide,
  onKeep,
}: ClassifyPanelProps) {
  const { t } = useCommonTexts()
  const { workCenterId } = stop
  const format = useFormat()
  const texts = useSpanTexts()
  const note = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The tile that was pressed is gone with its stop, and a search field waits for its text only where there are keys.
    // The dialog takes the focus when it opens, which is after this.
    if (isNoteFirst) requestAnimationFrame(() => note.current?.focus())
    else if (document.activeElement?.closest('input, textarea') == null) panel.current?.focus({ preventScroll: true })
  }, [isNoteFirst])
  const [result, ask] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId, source: stop.source } })
  const rankings = useRankings(workCenterId)
  // The places hold while the drawer is open, whatever comes meanwhile.
  const [openedAt] = useState(serverNow)
  const isToday = dateAt(format.timeZone, stop.start) === dateAt(format.timeZone, openedAt)
  const isSlow = useDelayed(result.data === undefined && result.fetching)
  const [comment, setComment] = useState(refused?.decision.comment ?? draft ?? stop.comment ?? '')
  const [wanted, setWanted] = useState<Choice | null>(null)
  const [wantedHow, setWantedHow] = useState<ChoiceHow | null>(null)
  const choices = result.data?.lossCategories.map(({ reason }) => reason)
  const said = comment.trim() === '' ? null : comment.trim()
  const isMissing = wanted !== null && said === null
  const choose = (choice: Choice, how: ChoiceHow | null) => {
    if (choice.requireExtraNotes && said === null) {
      setWanted(choice)
      setWantedHow(how)
      note.current?.focus()
    } else onDecide({ stop, reasonId: choice.id, reason: choice.name, type: choice.type, comment: said, ...(how && { how }) })
  }
  const isByHand = stop.reasonSource === 'MANUAL'
  return (
    <div
      ref={panel}
      role="group"
      aria-label={t('classify.title')}
      tabIndex={-1}
      className={`${classes['panel']} ${classes['hearsKeys']}`}
      onKeyDown={pressTile}
    >
      <p className={classes['what']}>
        {place !== undefined && <span className={classes['place']}>{place}</span>}
        <b>{stop.reason ?? t('stops.unclassified')}</b>
        <span className={classes['meta']}>
          {texts.nameOf({ kind: stop.kind, name: stop.statusName })} · {isToday ? '' : `${format.dayMonth(stop.start)}, `}
          {texts.range(stop.start, stop.end)} ·{' '}
          {stop.end === null ? <Elapsed since={stop.start} /> : format.duration(stop.end - stop.start)}
        </span>
        {leftCount > 0 && <span className={classes['meta']}>{t('classify.left', { count: leftCount })}</span>}
      </p>
      {refused !== null && <RefusedNote refused={refused} comment={said} onDecide={onDecide} onKeep={onKeep} />}
      {result.error && !choices && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {choices && rankings !== null && (
        <ReasonTiles
          choices={choices}
          first={firstChoices(rankings, choices, stop, openedAt)}
          chosenId={wanted?.id ?? stop.reasonId}
          isSearchFirst={!isNoteFirst}
          onChoose={choose}
        />
      )}
      <label className={classes['comment']}>
        <span>{t('classify.comment')}</span>
        <textarea
          ref={note}
          rows={2}
          maxLength={2000}
          value={comment}
          aria-required={wanted !== null}
          aria-invalid={isMissing}
          onChange={(event) => {
            setComment(event.target.value)
            onDraft?.(event.target.value)
          }}
        />
      </label>
      {isMissing && (
        <p role="alert" className={classes['missing']}>
          {t('classify.needsComment', { reason: wanted.name })}
        </p>
      )}
      <div className={classes['actions']}>
        {wanted !== null && (
          <ActionButton isMain onClick={() => choose(wanted, wantedHow)}>
            {t('classify.save', { reason: wanted.name })}
          </ActionButton>
        )}
        {wanted === null && isByHand && said !== stop.comment && (
          <ActionButton isMain onClick={() => onDecide({ stop, reasonId: stop.reasonId, reason: stop.reason, comment: said })}>
            {t('classify.saveComment')}
          </ActionButton>
        )}
        {isByHand && stop.reasonId !== null && (
          <ActionButton onClick={() => onDecide({ stop, reasonId: null, reason: null, comment: said })}>
            {t('classify.takeAway')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}
