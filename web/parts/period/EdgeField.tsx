import { useState } from 'react'
import { DateField } from '../field/DateField.tsx'
import { TimeField } from '../field/TimeField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './PeriodDialog.module.css'
import { type Edge, readTyped, writeTyped } from './typedInstant.ts'

type EdgeFieldProps = {
  readonly edge: Edge
  readonly label: string
  /** A day, with a clock time where it is not the edge of the day, as `typedInstant.ts` writes them in English. */
  readonly value: string
  readonly timeZone: string
  readonly error: string | null
  /** Whether the error is shown while somebody still types. */
  readonly isChecked: boolean
  readonly onChange: (value: string) => void
}

/** Returns the fields of one end of a period: its day, and a clock time that may stay empty. A date that is pasted fills both, in the form of any language. */
export function EdgeField({ edge, label, value, timeZone, error, isChecked, onChange }: EdgeFieldProps) {
  const { t } = useTexts('period')
  const [isTyping, setTyping] = useState(false)
  const [day = '', time = ''] = value.split(' ')
  return (
    <div
      className={classes['edge']}
      onPaste={(event) => {
        const at = readTyped(event.clipboardData.getData('text'), edge, timeZone)
        if (at === null) return
        event.preventDefault()
        onChange(writeTyped(at, edge, timeZone, 'en'))
      }}
    >
      <div onFocus={() => setTyping(true)} onBlur={(event) => setTyping(event.currentTarget.contains(event.relatedTarget))}>
        <DateField
          name={edge}
          label={label}
          value={day}
          hasCalendar={false}
          error={isTyping && !isChecked ? null : error}
          onChange={(next) => onChange(next === '' ? '' : `${next} ${time}`.trim())}
        />
      </div>
      <TimeField label={t('time')} name={`${label}: ${t('time')}`} value={time} onChange={(next) => onChange(`${day} ${next}`.trim())} />
    </div>
  )
}
