import { useEffect, useMemo, useRef, useState } from 'react'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { ANSWER_GRACE_MS } from '#engine/checklist/occurrencePlan.ts'
import { textIn } from '#engine/checklist/taskWords.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistRunDocument, type ChecklistRunQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useActingPerson } from '#web/base/actingPerson.ts'
import { useHandedInHere } from '#web/parts/handIn/useHandedInHere.ts'
import { LeaveGuard } from '#web/parts/LeaveGuard.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Format } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useRipeness } from '#web/ui/useRipeness.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { isAnswerable, nameOf } from '../occurrence.view.ts'
import { startedOf } from '../startedHere.view.ts'
import classes from './Runner.module.css'
import {
  type AnswerChange,
  answerOf,
  changedAnswer,
  type Closing,
  firstOpen,
  isAnsweredNow,
  laterAnswers,
  leavesRun,
  losesOnLeaving,
  otherAnswering,
  stepsOf,
  tapped,
  taskOf,
  unsentAnswers,
  withAnswer,
} from './runner.view.ts'
import { Summary } from './Summary.tsx'
import { TaskCard } from './TaskCard.tsx'
import { useAnswering } from './useAnswering.ts'
import { type DraftKeeping, useKeptDraft } from './useKeptDraft.ts'
import { usePhotoTaking } from './usePhotoTaking.ts'

export type RunnerProps = {
  readonly id: number
  /** What was handed in is answered anew, with the reason. */
  readonly isCorrection: boolean
  readonly mayAnswer: boolean
  /** Goes away, with a question where that loses something. */
  readonly onClose: () => void
  readonly onDone: () => void
}
type Run = NonNullable<ChecklistRunQuery['checklistOccurrence']>

/** Returns the run of a due checklist: one task a screen, large enough for gloves, each answer kept as it is given (U-91). */
export function Runner({ id, isCorrection, mayAnswer, onClose, onDone }: RunnerProps) {
  const { t } = useTexts('checklist')
  const variables = useMemo(() => ({ id }), [id])
  const [result, ask] = useFreshQuery(
    ChecklistRunDocument,
    variables,
    // Who takes it over, or hands it in, is told while it is answered.
    { workCenterIds: null, kinds: ['checklist'] },
    // What was begun on this device is known to nobody else.
    { requestPolicy: 'network-only', pause: id < 0 },
  )
  const { t: common } = useCommonTexts()
  // What somebody else hands in meanwhile takes nothing away from who answers it here: it is kept beside theirs.
  const [openedId, setOpenedId] = useState<number | null>(null)
  const isHandedIn = useHandedInHere().has(id)
  const draft = useKeptDraft(id)
  // Without a connection it goes on from what is on this device.
  const run =
    result.data?.checklistOccurrence ?? (result.error === undefined && id > 0 ? undefined : (draft.kept?.run ?? draft.ahead ?? undefined))
  const back = <ActionButton onClick={onClose}>{t('run.back')}</ActionButton>
  if (run === undefined || draft.kept === undefined) {
    if (id < 0 && draft.kept !== undefined) return <EmptyState title={t('run.closed')}>{back}</EmptyState>
    if (result.error === undefined || draft.kept === undefined) return <p role="status">{t('state.loading')}</p>
    const [problem] = problemsOf(result.error)
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  // Of what was kept on the device it is not known.
  const isOpen = isCorrection ? run.state === 'DONE' : isAnswerable(run) || (run.mayStillBeAnswered ?? false)
  if (isOpen && openedId !== id) setOpenedId(id)
  if (!mayAnswer || (!isOpen && (openedId !== id || isCorrection)) || isHandedIn)
    return (
      <EmptyState
        title={run.checklist?.name ?? ''}
        text={isHandedIn ? common('unsent.kept') : isOpen ? t('code.FORBIDDEN') : t('run.closed')}
      >
        {back}
      </EmptyState>
    )
  return <Answering key={id} run={run} onTaken={ask} draft={draft} isCorrection={isCorrection} onClose={onClose} onDone={onDone} />
}

type AnsweringProps = Pick<RunnerProps, 'isCorrection' | 'onClose' | 'onDone'> & {
  readonly run: Run
  readonly draft: DraftKeeping
  /** Reads who else answers it. */
  readonly onTaken: () => void
}

function Answering({ run, draft, onTaken, isCorrection, onClose, onDone: leave }: AnsweringProps) {
  const { t } = useTexts('checklist')
  const { locale, timeZone } = useFormat()
  const format = useZoneFormat(run.workCenter?.timeZone ?? timeZone)
  const tasks = useMemo(() => run.tasks.map(taskOf), [run.tasks])
  const viewer = useViewer()
  // At a station it is the person who works there.
  const me = useActingPerson()?.userId ?? viewer.id
  const instructions = textIn(run.checklist?.instructions ?? null, run.checklist?.instructionTranslations ?? [], locale)
  const kept = isCorrection ? null : (draft.kept ?? null)
  const [begun] = useState(() => begunOf(run, isCorrection, kept?.answers ?? []))
  const [answers, setAnswers] = useState(begun)
  const [closing, setClosing] = useState<Closing>(() => kept?.closing ?? { name: viewer.fullName, strokes: [], reason: '' })
  const [place, setPlace] = useState(() => (isCorrection ? tasks.length : firstOpen(stepsOf(tasks, begun))))
  const answering = useAnswering(run.id, { name: run.checklist?.name ?? '', place: run.workCenter?.name ?? '' }, startedOf(run))
  const take = usePhotoTaking(run.id, run.workCenter?.name ?? '')
  const onDone = () => {
    if (!isCorrection) draft.forget()
    leave()
  }
  // What was missed, or begun on this device, is handed in as a whole, as a correction is: nobody waits for its answers.
  const isKeptThere = !isCorrection && isAnswerable(run) && run.id > 0
  const { keep: keepHere } = draft
  useEffect(() => {
    if (!isCorrection) keepHere({ run, answers, closing })
  }, [isCorrection, keepHere, run, answers, closing])
  // What was answered here before a reload, and did not arrive, goes now.
  const { keep: keepThere } = answering
  // A photo that was on its way finds the answers of now, not those of when it was taken.
  const latest = useRef(answers)
  useEffect(() => {
    const unsent = isKeptThere ? unsentAnswers(run.draft.map(answerOf), latest.current) : []
    if (unsent.length > 0) void keepThere(unsent)
  }, [run, isKeptThere, keepThere])
  // What is gone on with here may have grown since it was looked at.
  useEffect(() => {
    const grown = isKeptThere && run.startedBy?.id === me ? unsentAnswers(latest.current, run.draft.map(answerOf)) : []
    if (grown.length === 0) return
    latest.current = grown.reduce(withAnswer, latest.current)
    setAnswers(latest.current)
  }, [run, isKeptThere, me])
  const { isTaken } = answering
  useEffect(() => {
    if (isTaken) onTaken()
  }, [isTaken, onTaken])
  const now = useCoarseNow(MINUTE_MS)
  const other = otherAnswering(run, tasks, me)
  const isOthers = isKeptThere && (answering.isTaken || isAnsweredNow(run, me, now))
  const isClosedMeanwhile = !isCorrection && run.id > 0 && !isAnswerable(run) && run.state !== 'MISSED'
  const isOver = !isCorrection && run.state === 'MISSED' && now >= Date.parse(run.closesAt) + ANSWER_GRACE_MS
  const isRipe = useRipeness(isOthers ? 'taken' : null)
  const takeOver = () => {
    if (isRipe()) void answering.takeOver(unsentAnswers(run.draft.map(answerOf), answers)).then(onTaken)
  }
  const steps = stepsOf(tasks, answers)
  const here = Math.min(place, steps.length)
  const step = steps[here]
  const heading = useRef<HTMLDivElement>(null)
  // Whoever answers by keys or by ear is led to the next question.
  useEffect(() => heading.current?.querySelector<HTMLElement>('h2')?.focus(), [here])
  const give = (taskKey: string, change: AnswerChange) => {
    const answer = tapped(changedAnswer(latest.current, taskKey, change))
    latest.current = withAnswer(latest.current, answer)
    setAnswers(latest.current)
    if (isKeptThere) void answering.keep([answer])
  }
  return (
    <div className={classes['runner']}>
      <div className={classes['head']}>
        <div>
          <PageHeading>{run.checklist?.name}</PageHeading>
          <p className={classes['muted']}>
            {run.workCenter?.name} · {t('until', { time: format.time(Date.parse(run.closesAt)) })}
          </p>
        </div>
        <ActionButton onClick={onClose}>{t('run.later')}</ActionButton>
      </div>
      {here === 0 && instructions !== null && <p>{instructions}</p>}
      <ol className={classes['dots']} aria-label={t('run.progress', { at: Math.min(here + 1, steps.length), count: steps.length })}>
        {steps.map(({ task, result }, index) => (
          <li key={task.key} data-result={result} data-here={index === here || undefined} />
        ))}
      </ol>
      {(isOver || isOthers || isClosedMeanwhile || answering.isUnsaved || answering.refused !== null) && (
        <div className={classes['notices']}>
          {isOver && (
            <p role="status" className={classes['muted']}>
              {t('run.late')}
            </p>
          )}
          {isOthers && (
            <div role="alert">
              <p>{other === null ? t('run.taken') : t('run.takenBy', other)}</p>
              <ActionButton onClick={takeOver}>{t('run.takeOver')}</ActionButton>
            </div>
          )}
          {isClosedMeanwhile && (
            <p role="alert">
              {run.submittedBy === null ? t('run.closedMeanwhile') : t('run.handedInBy', { name: nameOf(run.submittedBy) })}
            </p>
          )}
          {answering.isUnsaved && (
            <p role="status" className={classes['muted']}>
              {t('run.unsaved')}
            </p>
          )}
          {answering.refused !== null && <Alert className={classes['bad']}>{problemText(t, answering.refused)}</Alert>}
        </div>
      )}
      <LeaveGuard
        isDirty={losesOnLeaving({ begun, answers, closing, isCorrection, isUnsaved: answering.isUnsaved })}
        isLeaving={leavesRun}
      />
      <div ref={heading} className={classes['task']}>
        {step === undefined ? (
          <Summary
            run={run}
            tasks={tasks}
            answers={answers}
            answering={answering}
            isCorrection={isCorrection}
            onGoTo={setPlace}
            closing={closing}
            onClosing={(change) => setClosing({ ...closing, ...change })}
            onDone={onDone}
          />
        ) : (
          <TaskCard
            key={step.task.key}
            step={step}
            last={lastOf(run, step.task.key, format)}
            number={here + 1}
            count={steps.length}
            take={take}
            onAnswer={(change) => give(step.task.key, change)}
            onBack={here === 0 ? null : () => setPlace(here - 1)}
            onNext={() => setPlace(here + 1)}
          />
        )}
      </div>
    </div>
  )
}

/** What was measured at the machine the last time. */
function lastOf({ lastMeasured }: Run, taskKey: string, format: Format) {
  const last = lastMeasured?.find(({ taskId }) => taskId === taskKey)
  return last === undefined ? null : { value: last.value, unit: last.unit ?? '', when: format.dateTime(Date.parse(last.at)) }
}

/** A run goes on from its draft, a correction from what counts. */
function begunOf({ draft, submissions }: Run, isCorrection: boolean, kept: readonly ChecklistAnswer[]): readonly ChecklistAnswer[] {
  const counting = submissions.findLast(({ kind }) => kind === 'FIRST' || kind === 'CORRECTION')
  return isCorrection ? (counting?.answers ?? []).map(answerOf) : laterAnswers(draft.map(answerOf), kept)
}
