import { parseTime } from '@internationalized/date'
import { useMemo } from 'react'
import { Label } from 'react-aria-components/DateField'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import fieldClasses from '#web/ui/form/Field.module.css'
import { AriaLocale } from './AriaLocale.tsx'
import classes from './DateField.module.css'
import { DateParts, submitOnEnter } from './DateParts.tsx'

type TimeFieldProps = {
  readonly label: string
  /** What the label does not say by itself: of what the time is. */
  readonly name: string
  /** `06:30`; empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Returns a labelled field for a clock time that may stay empty. */
export function TimeField({ label, name, value, onChange }: TimeFieldProps) {
  const parsed = useMemo(() => (value === '' ? null : parseTime(value)), [value])
  return (
    <AriaLocale>
      <AriaTimeField
        className={fieldClasses['field'] ?? ''}
        aria-label={name}
        value={parsed}
        granularity="minute"
        hourCycle={24}
        shouldForceLeadingZeros
        onKeyDown={submitOnEnter}
        onChange={(time) => onChange(time === null ? '' : time.toString().slice(0, 5))}
      >
        <Label className={fieldClasses['label'] ?? ''} aria-hidden>
          {label}
        </Label>
        <div className={classes['box']}>
          <DateParts />
        </div>
      </AriaTimeField>
    </AriaLocale>
  )
}
