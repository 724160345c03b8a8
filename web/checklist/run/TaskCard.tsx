import type { FileSource } from '#engine/checklist/answerFile.ts'
import { useState } from 'react'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { taskIn } from '#engine/checklist/taskWords.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useSingleKey } from '#web/ui/useSingleKey.ts'
import { FileField } from './FileField.tsx'
import { MeasureField } from './MeasureField.tsx'
import classes from './Runner.module.css'
import { actOfKey, type RunnerAct } from './runnerKeys.ts'
import type { Taken } from './usePhotoTaking.ts'
import { type AnswerChange, giving, givingFiles, noAnswer, type Step, turnedNotApplicable } from './runner.view.ts'

type TaskCardProps = {
  readonly step: Step
  /** What was measured the last time, in the unit of then; null = nothing was. */
  readonly last: { readonly value: number; readonly unit: string; readonly when: string } | null
  readonly number: number
  readonly count: number
  readonly take: (file: File, source: FileSource) => Promise<Taken>
  readonly onAnswer: (change: AnswerChange) => void
  /** Null = the first task. */
  readonly onBack: (() => void) | null
  readonly onNext: () => void
}

/** Returns one task to answer. */
export function TaskCard({ step, last, number, count, take, onAnswer, onBack, onNext }: TaskCardProps) {
  const { t } = useTexts('checklist')
  const format = useFormat()
  const { task, result } = step
  const read = taskIn(task, format.locale)
  const answer = step.answer ?? noAnswer(task.key, 0)
  const [text, setText] = useState(answer.text ?? '')
  const [comment, setComment] = useState(answer.comment ?? '')
  // Said "not applicable", the number that was typed is gone.
  const [timesTurned, setTimesTurned] = useState(0)
  const give = (change: Partial<ChecklistAnswer>) => onAnswer(giving(change))
  const isDeviation = result === 'DEVIATION'
  const [isCommenting, setCommenting] = useState(comment !== '')
  const keepWords = () => {
    if (task.type === 'ENTER_TEXT' && text !== (answer.text ?? '')) give({ text, comment })
    else if (comment !== (answer.comment ?? '')) give({ comment, isNotApplicable: answer.isNotApplicable })
  }
  const turn = () => {
    onAnswer(turnedNotApplicable)
    setText('')
    setTimesTurned(timesTurned + 1)
  }
  const goOn = () => {
    keepWords()
    onNext()
  }
  const acts: Readonly<Record<RunnerAct, () => void>> = {
    BACK: () => onBack?.(),
    NEXT: goOn,
    NO: () => give({ yes: false }),
    NOT_APPLICABLE: turn,
    YES: () => give(task.type === 'YES_NO' ? { yes: true } : { isDone: !answer.isDone }),
  }
  useSingleKey((key) => {
    const act = actOfKey(key, task)
    if (act === null) return false
    acts[act]()
    return true
  })
  const limits = [
    task.value === null ? '' : t('limit.value', { value: numberText(task.value, format.locale), unit: task.unit ?? '' }),
    task.min === null ? '' : t('limit.min', { value: numberText(task.min, format.locale), unit: task.unit ?? '' }),
    task.max === null ? '' : t('limit.max', { value: numberText(task.max, format.locale), unit: task.unit ?? '' }),
    last === null ? '' : t('limit.last', { value: numberText(last.value, format.locale), unit: last.unit, time: last.when }),
  ].filter((one) => one !== '')
  return (
    <>
      <h2 className={classes['question']} tabIndex={-1}>
        <span className="hidden-text">{t('run.progress', { at: number, count })}: </span>
        {read.description}
      </h2>
      {task.type === 'MEASUREMENT' && limits.length > 0 && <p className={classes['muted']}>{limits.join(' · ')}</p>}
      {task.type === 'YES_NO' && (
        <div className={classes['choices']}>
          {[true, false].map((yes) => (
            <button
              key={String(yes)}
              type="button"
              aria-keyshortcuts={yes ? 'y' : 'n'}
              className={classes['choice']}
              aria-pressed={answer.yes === yes}
              onClick={() => give({ yes })}
            >
              {t(yes ? 'yes' : 'no')}
            </button>
          ))}
        </div>
      )}
      {task.type === 'MARK_AS_DONE' && (
        <div className={classes['choices']}>
          <button type="button" className={classes['choice']} aria-pressed={answer.isDone} onClick={() => give({ isDone: !answer.isDone })}>
            {t('done')}
          </button>
        </div>
      )}
      {task.type === 'SELECT' && (
        <div className={classes['choices']}>
          {task.options.map((option) => {
            const isChosen = answer.options.includes(option)
            const others = task.allowMultipleSelection ? answer.options.filter((one) => one !== option) : []
            return (
              <button
                key={option}
                type="button"
                className={classes['choice']}
                aria-pressed={isChosen}
                onClick={() => give({ options: isChosen ? others : [...others, option] })}
              >
                {read.optionText(option)}
              </button>
            )
          })}
        </div>
      )}
      {task.type === 'MEASUREMENT' && <MeasureField key={timesTurned} task={task} answer={answer} onBack={onBack} onGive={give} />}
      {task.type === 'ENTER_TEXT' && (
        <TextField name="text" label={t('run.text')} value={text} onChange={setText} onBlur={keepWords} maxLength={2000} isLong />
      )}
      {(task.type === 'ATTACH_FILE' || task.photoProofRequired) && (
        <FileField
          fileIds={answer.fileIds}
          isPhoto={task.type !== 'ATTACH_FILE' || task.photoFromCameraOnly === true}
          isCameraOnly={task.photoFromCameraOnly === true}
          take={take}
          onGive={(filesOf) => onAnswer(givingFiles(filesOf, answer.isNotApplicable))}
        />
      )}
      {isDeviation && (
        <p role="alert" className={classes['bad']}>
          {read.message ?? t('run.deviation')}
        </p>
      )}
      {(isCommenting || isDeviation) && (
        <TextField
          name="comment"
          label={t('run.comment')}
          value={comment}
          onChange={setComment}
          onBlur={keepWords}
          maxLength={1000}
          isLong
          {...(!(isDeviation && task.type === 'MEASUREMENT') && { optional: t('optional') })}
        />
      )}
      <div className={classes['more']}>
        {task.notApplicable && (
          <ActionButton onClick={turn}>{answer.isNotApplicable ? `✓ ${t('notApplicable')}` : t('notApplicable')}</ActionButton>
        )}
        {!isCommenting && !isDeviation && <ActionButton onClick={() => setCommenting(true)}>{t('run.addComment')}</ActionButton>}
      </div>
      <div className={classes['foot']}>
        <button type="button" className={classes['choice']} disabled={onBack === null} onClick={() => onBack?.()}>
          {t('run.previous')}
        </button>
        <button type="button" className={`${classes['choice']} ${classes['next']}`} onClick={goOn}>
          {t('run.next')}
        </button>
      </div>
    </>
  )
}
