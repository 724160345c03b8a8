import { useState } from 'react'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { NumberPad } from '#web/ui/NumberPad.tsx'
import { useSingleKey } from '#web/ui/useSingleKey.ts'
import classes from './Runner.module.css'
import { padKeyOf } from './runnerKeys.ts'
import { typedAfter } from './runner.view.ts'

type MeasureFieldProps = {
  readonly task: ChecklistTask
  readonly answer: ChecklistAnswer
  /** Null = the first task. */
  readonly onBack: (() => void) | null
  readonly onGive: (change: Partial<ChecklistAnswer>) => void
}

/** Returns the number that is measured with its own keys; measured again, the one before is kept beside it. */
export function MeasureField({ task, answer, onBack, onGive }: MeasureFieldProps) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const [typed, setTyped] = useState(numberText(answer.number, locale))
  const separator = numberText(0.5, locale).replaceAll(/\d/g, '')
  const type = (next: string) => {
    setTyped(next)
    const number = readNumber(next, locale)
    onGive({ number: number === null || Number.isNaN(number) ? null : number })
  }
  const press = (key: string) => type(typedAfter(typed, key, separator))
  // Wherever the focus is: with nothing typed Backspace goes back to the task before.
  useSingleKey((key) => {
    const pressed = padKeyOf(key)
    if (pressed === null) return false
    if (pressed === 'DELETE' && typed === '') onBack?.()
    else press(pressed)
    return true
  })
  return (
    <div role="group" aria-label={t('run.measured')}>
      <output className={classes['value']} aria-label={t('run.measured')}>
        {typed === '' ? '…' : typed} <span className={classes['muted']}>{task.unit}</span>
      </output>
      <NumberPad label={t('run.pad')} deleteLabel={t('run.delete')} separator={separator} onKey={press} />
      <div className={classes['more']}>
        <ActionButton onClick={() => press('-')}>±</ActionButton>
        {answer.number !== null && (
          <ActionButton
            onClick={() => {
              setTyped('')
              onGive({ number: null, attempts: answer.number === null ? answer.attempts : [...answer.attempts, answer.number] })
            }}
          >
            {t('run.again')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}
