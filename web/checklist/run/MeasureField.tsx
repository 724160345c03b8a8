import { useState } from 'react'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { NumberPad } from '#web/ui/NumberPad.tsx'
import classes from './Runner.module.css'
import { typedAfter } from './runner.view.ts'

type MeasureFieldProps = {
  readonly task: ChecklistTask
  readonly answer: ChecklistAnswer
  readonly onGive: (change: Partial<ChecklistAnswer>) => void
}

/** Returns the number that is measured with its own keys; measured again, the one before is kept beside it. */
export function MeasureField({ task, answer, onGive }: MeasureFieldProps) {
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
  return (
    <div
      role="group"
      aria-label={t('run.measured')}
      onKeyDown={(event) => {
        const key = event.key === 'Backspace' ? 'DELETE' : event.key === '.' ? ',' : event.key
        if (!/^(\d|,|-|DELETE)$/.test(key)) return
        event.preventDefault()
        press(key)
      }}
    >
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
