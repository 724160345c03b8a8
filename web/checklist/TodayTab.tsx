import { Suspense, useMemo, useState } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistOccurrencesDocument, type ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { RunsAhead } from '#web/parts/handIn/laterRuns.tsx'
import { useHandedInHere } from '#web/parts/handIn/useHandedInHere.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ChecklistsPage.module.css'
import type { ChecklistsSearch } from './checklistsSearch.ts'
import { Coming, GiveTo } from './laterParts.tsx'
import { byPlace, isAnswerable, nameOf, type Occurrence, openIdsOf, openKeysOf, shownOf, withOpen } from './occurrence.view.ts'
import { OccurrenceMark } from './OccurrenceMark.tsx'
import { StartChecklist } from './StartChecklist.tsx'
import { StartedHere } from './StartedHere.tsx'

type TodayTabProps = {
  readonly data: ChecklistsPageQuery
  readonly search: ChecklistsSearch
  readonly mayAnswer: boolean
  readonly onRun: (id: number) => void
  /** Answers what was begun on this device at the instant. */
  readonly onRunHere: (at: number) => void
  readonly onLook: (id: number) => void
  readonly onAllPlaces: () => void
}

const SHOWN = 200
const OPEN = ['PENDING', 'STARTED'] as const

/** Returns what is due and what became of the last day's, by work center, and the checklists that may be started by hand. */
export function TodayTab({ data, search, mayAnswer, onRun, onRunHere, onLook, onAllPlaces }: TodayTabProps) {
  const { t } = useTexts('checklist')
  const format = useFormat()
  const now = useCoarseNow(HOUR_MS)
  const places = useMemo(() => search.wc.filter((id) => typeof id === 'number'), [search.wc])
  const variables = useMemo(
    () => ({
      filter: {
        period: { start: new Date(now - DAY_MS).toISOString(), end: new Date(now + DAY_MS).toISOString() },
        ...(places.length > 0 && { workCenterIds: places }),
      },
      page: 1,
      size: SHOWN,
    }),
    [now, places],
  )
  const [result, ask] = useFreshQuery(ChecklistOccurrencesDocument, variables, { workCenterIds: null, kinds: ['checklist'] })
  const openVariables = useMemo(() => ({ ...variables, filter: { ...variables.filter, states: [...OPEN] } }), [variables])
  const [openResult, askOpen] = useFreshQuery(ChecklistOccurrencesDocument, openVariables, { workCenterIds: null, kinds: ['checklist'] })
  const [givenId, setGivenId] = useState<number | null>(null)
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  const [problem] = problemsOf(result.error ?? openResult.error)
  const recent = result.data?.checklistOccurrences.items
  const open = openResult.data?.checklistOccurrences.items
  const retry = () => {
    ask()
    askOpen()
  }
  if (recent === undefined || open === undefined) {
    if (result.error !== undefined || openResult.error !== undefined)
      return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={retry} />
    return isSlow ? <p role="status">{t('state.loading')}</p> : null
  }
  // Until the answer for other work centers comes, what is there of them.
  const ofPlaces = withOpen(open, recent).filter(({ workCenterId }) => places.length === 0 || places.includes(workCenterId))
  const groups = byPlace(ofPlaces, format.compare)
  return (
    <>
      {places.length > 0 && (
        <div className={classes['tools']}>
          <ActionButton onClick={onAllPlaces}>{t('today.allPlaces')}</ActionButton>
        </div>
      )}
      {mayAnswer && (
        <>
          <StartChecklist data={data} places={places} open={openKeysOf(open)} onStarted={onRun} onStartedHere={onRunHere} />
          <StartedHere onGoOn={onRunHere} />
        </>
      )}
      {groups.length === 0 && !result.fetching && <EmptyState title={t('today.none')} text={t('today.noneHelp')} />}
      {groups.map(({ id, name, occurrences: list }) => (
        <section key={id} className={classes['place']} aria-label={name}>
          <h2>{name}</h2>
          <ul className={classes['cards']}>
            {shownOf(list).map((occurrence) => (
              <OccurrenceCard
                key={occurrence.id}
                occurrence={occurrence}
                mayAnswer={mayAnswer}
                onRun={onRun}
                onLook={onLook}
                onGive={setGivenId}
              />
            ))}
          </ul>
        </section>
      ))}
      <Suspense fallback={null}>
        <Coming workCenterIds={places} />
        {mayAnswer && <RunsAhead ids={openIdsOf(open)} />}
        {givenId !== null && <GiveTo occurrence={ofPlaces.find(({ id }) => id === givenId) ?? null} onClose={() => setGivenId(null)} />}
      </Suspense>
    </>
  )
}

type CardProps = Pick<TodayTabProps, 'mayAnswer' | 'onLook' | 'onRun'> & {
  readonly occurrence: Occurrence
  readonly onGive: (id: number) => void
}

function OccurrenceCard({ occurrence, mayAnswer, onRun, onLook, onGive }: CardProps) {
  const { t } = useTexts('checklist')
  const { t: common } = useCommonTexts()
  const isHandedIn = useHandedInHere().has(occurrence.id)
  const { timeZone } = useFormat()
  // A machine's time is told by the clock on its wall.
  const format = useZoneFormat(occurrence.workCenter?.timeZone ?? timeZone)
  const now = useCoarseNow(MINUTE_MS)
  const { id, checklist, dueAt, closesAt, startedBy, assignee, submittedBy, submittedAt, mergedCount } = occurrence
  const isOpen = isAnswerable(occurrence)
  const leftMs = Date.parse(closesAt) - now
  return (
    <li className={classes['card']} data-open={isOpen || undefined}>
      <OccurrenceMark occurrence={occurrence} />
      <span className={classes['name']}>{checklist?.name}</span>
      <span className={classes['muted']}>
        {t('dueAt', { time: format.dateTime(Date.parse(dueAt)) })}
        {isOpen && ` · ${leftMs > 0 ? t('left', { duration: format.duration(leftMs) }) : t('overdue')}`}
        {mergedCount > 1 && ` · ${t('merged', { count: mergedCount })}`}
      </span>
      {isOpen && startedBy !== null && <span className={classes['muted']}>{t('startedBy', { name: nameOf(startedBy) })}</span>}
      {isOpen && assignee !== null && <span className={classes['muted']}>{t('give.to', { name: assignee.fullName })}</span>}
      {submittedAt !== null && (
        <span className={classes['muted']}>
          {t('submittedBy', { name: nameOf(submittedBy), time: format.time(Date.parse(submittedAt)) })}
        </span>
      )}
      {occurrence.isReceivedLate && <span className={classes['muted']}>{t('receivedLate')}</span>}
      {occurrence.isReasonGone && <span className={classes['muted']}>{t('reasonGone')}</span>}
      {occurrence.skipReason !== null && <span className={classes['muted']}>{occurrence.skipReason}</span>}
      <div className={classes['cardEnd']}>
        {isOpen && isHandedIn && <span role="status">{common('unsent.kept')}</span>}
        {isOpen && mayAnswer && !isHandedIn && (
          <ActionButton isMain onClick={() => onRun(id)}>
            {occurrence.state === 'STARTED' ? t('goOn') : t('answer')}
          </ActionButton>
        )}
        {isOpen && mayAnswer && !isHandedIn && <ActionButton onClick={() => onGive(id)}>{t('give.open')}</ActionButton>}
        {!isOpen && <ActionButton onClick={() => onLook(id)}>{t('look.open')}</ActionButton>}
      </div>
    </li>
  )
}
