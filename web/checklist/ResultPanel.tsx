import { useMemo } from 'react'
import { taskIn } from '#engine/checklist/taskWords.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistRunDocument, type ChecklistRunQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ChecklistsPage.module.css'
import { nameOf } from './occurrence.view.ts'
import { OccurrenceMark } from './OccurrenceMark.tsx'
import { PrintRun } from './PrintRun.tsx'
import { AnswerFile } from './run/AnswerFile.tsx'
import { Skip } from './run/Skip.tsx'
import { taskOf } from './run/runner.view.ts'
import { useAnswerText } from './run/useAnswerText.ts'

type Run = NonNullable<ChecklistRunQuery['checklistOccurrence']>

export type ResultPanelProps = {
  readonly id: number | null
  /** Null where the viewer may not answer. */
  readonly onCorrect: ((id: number) => void) | null
  /** Of what was missed; null where the viewer may not answer. */
  readonly onAnswer: ((id: number) => void) | null
  readonly onClose: () => void
}

/** Returns the drawer with what was answered, by whom and when, with photos and signature. */
export function ResultPanel({ id, onCorrect, onAnswer, onClose }: ResultPanelProps) {
  const { t } = useTexts('checklist')
  const variables = useMemo(() => ({ id: id ?? 0 }), [id])
  const [result, ask] = useFreshQuery(
    ChecklistRunDocument,
    variables,
    { workCenterIds: null, kinds: ['checklist'] },
    { pause: id === null },
  )
  const [problem] = problemsOf(result.error)
  const found = result.data?.checklistOccurrence
  // Until its own answers are there, those of the one before are nobody's.
  const run = found?.id === id ? found : undefined
  return (
    <SidePanel
      isOpen={id !== null}
      onClose={onClose}
      side="right"
      title={run?.checklist?.name ?? t('page.checklists')}
      closeLabel={t('state.close')}
    >
      {run === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {run === undefined && result.error === undefined && <p role="status">{t('state.loading')}</p>}
      {run !== undefined && <Details run={run} />}
      {run?.state === 'MISSED' && run.mayStillBeAnswered && run.submissions.length === 0 && onAnswer !== null && (
        <ActionButton isMain onClick={() => onAnswer(run.id)}>
          {t('run.answerLate')}
        </ActionButton>
      )}
      {run?.state === 'MISSED' && run.mayStillBeAnswered && run.skipReason === null && onAnswer !== null && (
        <Skip id={run.id} told={{ name: run.checklist?.name ?? '', place: run.workCenter?.name ?? '' }} onDone={ask} />
      )}
      {run !== undefined && run.submissions.length > 0 && <PrintRun id={run.id} name={run.checklist?.name ?? t('page.checklists')} />}
      {run !== undefined && run.state === 'DONE' && onCorrect !== null && (
        <ActionButton onClick={() => onCorrect(run.id)}>{t('correct.open')}</ActionButton>
      )}
    </SidePanel>
  )
}

function Details({ run }: { readonly run: Run }) {
  const { t } = useTexts('checklist')
  const { timeZone } = useFormat()
  const format = useZoneFormat(run.workCenter?.timeZone ?? timeZone)
  const answerText = useAnswerText()
  return (
    <>
      <OccurrenceMark occurrence={run} />
      <p className={classes['muted']}>
        {run.workCenter?.name} · {t('dueAt', { time: format.dateTime(Date.parse(run.dueAt)) })} ·{' '}
        {t('version', { version: run.checklistVersion })}
      </p>
      {run.isReasonGone && <p className={classes['muted']}>{t('reasonGone')}</p>}
      {run.skipReason !== null && <p>{run.skipReason}</p>}
      {run.submissions.map((submission) => (
        <section key={submission.id} className={classes['place']}>
          <h3>{t(`kind.${submission.kind}`)}</h3>
          <p className={classes['muted']}>
            {t('submittedBy', { name: nameOf(submission.submittedBy), time: format.dateTime(Date.parse(submission.submittedAt)) })}
          </p>
          {submission.reason !== null && <p>{submission.reason}</p>}
          {submission.isChangedSince && <p role="alert">{t('changedSince')}</p>}
          <ul className={classes['answers']}>
            {run.tasks.map(taskOf).map((task) => {
              const answer = submission.answers.find(({ taskId }) => taskId === task.key)
              return (
                <li key={task.key}>
                  <div className={classes['name']}>{taskIn(task, format.locale).description}</div>
                  <div className={classes['mark']} data-bad={submission.deviations.includes(task.key) || undefined}>
                    {answer === undefined ? t('notAsked') : answerText(task, answer)}
                  </div>
                  {answer !== undefined && answer.attempts.length > 0 && (
                    <div className={classes['muted']}>
                      {t('attempts', { values: answer.attempts.map((one) => numberText(one, format.locale)).join(', ') })}
                    </div>
                  )}
                  {answer?.comment != null && answer.comment !== '' && <div>{answer.comment}</div>}
                  {answer?.fileIds.map((fileId) => (
                    <ProofFile key={fileId} id={fileId} file={run.files.find((one) => one.id === fileId) ?? null} />
                  ))}
                </li>
              )
            })}
          </ul>
          {submission.signedBy !== null && <p className={classes['muted']}>{t('signedBy', { name: submission.signedBy })}</p>}
          {submission.strokes !== null && submission.strokes.length > 0 && (
            <svg viewBox="0 0 300 100" width={300} height={100} fill="none" stroke="currentColor" role="img" aria-label={t('signature')}>
              {submission.strokes.map(({ points }) => (
                <polyline key={points.join()} points={pointsText(points)} strokeWidth={2} />
              ))}
            </svg>
          )}
        </section>
      ))}
    </>
  )
}

function pointsText(points: readonly number[]): string {
  return Array.from({ length: points.length / 2 }, (_, at) => `${(points[at * 2] ?? 0) * 300},${(points[at * 2 + 1] ?? 0) * 100}`).join(' ')
}

type ProofFileProps = { readonly id: string; readonly file: NonNullable<ChecklistRunQuery['checklistOccurrence']>['files'][number] | null }

/** A file of an answer, and how it was taken as far as its sender said. */
function ProofFile({ id, file }: ProofFileProps) {
  const { t } = useTexts('checklist')
  return (
    <>
      <AnswerFile id={id} file={file} />
      {file?.source != null && <p className={classes['muted']}>{t(`taken.${file.source}`)}</p>}
    </>
  )
}
