import { useEffect, useRef, useState } from 'react'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { taskIn } from '#engine/checklist/taskWords.ts'
import { saysEnough } from '#engine/shift/confirmation.ts'
import type { ChecklistRunQuery } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Runner.module.css'
import { type Closing, missingOf, stepsOf } from './runner.view.ts'
import { SignaturePad } from './SignaturePad.tsx'
import { Skip } from './Skip.tsx'
import type { Answering } from './useAnswering.ts'
import { useAnswerText } from './useAnswerText.ts'

type SummaryProps = {
  readonly run: NonNullable<ChecklistRunQuery['checklistOccurrence']>
  readonly tasks: readonly ChecklistTask[]
  readonly answers: readonly ChecklistAnswer[]
  readonly answering: Answering
  readonly isCorrection: boolean
  readonly closing: Closing
  readonly onClosing: (change: Partial<Closing>) => void
  readonly onGoTo: (step: number) => void
  readonly onDone: () => void
}

/** Returns all answers before they are handed in, what is missing, and the signature where one is asked. */
export function Summary({ run, tasks, answers, answering, isCorrection, closing, onClosing, onGoTo, onDone }: SummaryProps) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const answerText = useAnswerText()
  const isSignatureAsked = run.checklist?.signatureRequired ?? false
  const { name, strokes, reason } = closing
  const [isTried, setTried] = useState(false)
  const lacksReason = isCorrection && !saysEnough(reason)
  const isSigned = name.trim() !== '' && strokes.length > 0
  const missing = missingOf(tasks, answers, { signatureRequired: isSignatureAsked, isSigned })
  const handIn = async () => {
    setTried(true)
    const [first] = missing
    if (first !== undefined) {
      if (first.step >= 0) onGoTo(first.step)
      return
    }
    if (lacksReason) return
    const signature = isSignatureAsked ? { name, strokes: strokes.map((points) => ({ points: [...points] })) } : null
    const done = await answering.submit(answers, signature, ...(isCorrection ? [reason.trim()] : []))
    if (done === null) return
    // That it waits on this device is said by what keeps it.
    if (done === 'KEPT') return onDone()
    if (isCorrection) {
      showToast(t('correct.done'))
      return onDone()
    }
    if (done.state === 'MISSED') {
      showToast(t('run.doneLate'))
      return onDone()
    }
    // Answers of somebody it was taken over from stand before, as theirs.
    const isSecond = done.submissions.at(-1)?.kind === 'ALSO'
    showToast(isSecond ? t('run.second') : done.result === 'DEVIATION' ? t('run.doneDeviation') : t('run.done'))
    onDone()
  }
  const latest = useRef(handIn)
  useEffect(() => {
    latest.current = handIn
  })
  const { isBusy } = answering
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || isBusy) return
      event.preventDefault()
      void latest.current()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [isBusy])
  return (
    <>
      <h2 className={classes['question']} tabIndex={-1}>
        {missing.some(({ step }) => step >= 0) ? t('run.missing', { count: missing.filter(({ step }) => step >= 0).length }) : t('run.all')}
      </h2>
      <ul className={classes['summary']}>
        {stepsOf(tasks, answers).map(({ task, answer, result }, index) => {
          const lack = missing.find(({ step }) => step === index)
          return (
            <li key={task.key}>
              <button type="button" onClick={() => onGoTo(index)}>
                <span>{taskIn(task, locale).description}</span>
                <strong className={result === 'DEVIATION' || lack !== undefined ? classes['bad'] : undefined}>
                  {lack !== undefined ? problemText(t, lack.problem) : answer === undefined ? '—' : answerText(task, answer)}
                </strong>
              </button>
            </li>
          )
        })}
      </ul>
      {isSignatureAsked && (
        <>
          <TextField name="signature" label={t('run.name')} value={name} onChange={(value) => onClosing({ name: value })} maxLength={200} />
          <SignaturePad
            label={t('signature')}
            clearLabel={t('run.clear')}
            strokes={strokes}
            onChange={(value) => onClosing({ strokes: value })}
          />
          {isTried && !isSigned && (
            <p role="alert" className={classes['bad']}>
              {t('run.signMissing')}
            </p>
          )}
        </>
      )}
      {answering.problems.map((problem) => (
        <Alert key={`${problem.code} ${problem.field ?? ''}`} className={classes['bad']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {isCorrection ? (
        <TextField
          name="reason"
          label={t('correct.why')}
          value={reason}
          onChange={(value) => onClosing({ reason: value })}
          error={isTried && lacksReason ? t('code.REQUIRED') : null}
          maxLength={1000}
        />
      ) : (
        run.id > 0 && <Skip id={run.id} told={{ name: run.checklist?.name ?? '', place: run.workCenter?.name ?? '' }} onDone={onDone} />
      )}
      <div className={classes['foot']}>
        <button
          type="button"
          className={classes['choice']}
          onClick={() => onGoTo(tasks.length === 0 ? 0 : stepsOf(tasks, answers).length - 1)}
        >
          {t('run.previous')}
        </button>
        <button
          type="button"
          className={`${classes['choice']} ${classes['next']}`}
          aria-keyshortcuts="Control+Enter"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => void handIn()}
        >
          {t('run.handIn')}
        </button>
      </div>
    </>
  )
}
