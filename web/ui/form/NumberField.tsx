import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../formatContext.ts'
import { Field, type FieldProps } from './Field.tsx'
import classes from './Field.module.css'
import { numberText, readNumber } from './readNumber.ts'

type NumberFieldProps = FieldProps & {
  readonly name: string
  /** The number as it is typed; `readNumber` reads it. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** How far the arrow keys go at once. */
  readonly step?: number
  /** Phones offer no key for a fraction then. */
  readonly isWhole?: boolean
  readonly isReadOnly?: boolean
}

/** Returns a labelled field for a number. It is typed or pasted in the form of any language, steps with the arrow keys, and has its thousands apart while nobody types in it. */
export function NumberField({ name, value, onChange, onBlur, step = 1, isWhole = false, isReadOnly = false, ...field }: NumberFieldProps) {
  const { locale } = useFormat()
  const [isTyping, setTyping] = useState(false)
  const number = readNumber(value, locale)
  const apart = number === null || Number.isNaN(number) ? value : numberText(number, locale, true)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0
    if (by === 0 || isReadOnly || Number.isNaN(number)) return
    event.preventDefault()
    onChange(numberText(stepped(number ?? 0, by), locale))
  }
  const onFocus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length
    flushSync(() => setTyping(true))
    // The Tab key selects the number, but another text in the field ends the selection: what is typed would follow it.
    if (isAllSelected) input.select()
  }
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          className={classes['input']}
          name={name}
          value={isTyping ? value : apart}
          inputMode={isWhole ? 'numeric' : 'decimal'}
          autoComplete="off"
          readOnly={isReadOnly}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => {
            setTyping(false)
            onBlur?.()
          }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** Tenths and hundredths are no binary fractions: 0.1 + 0.2 would be shown with seventeen places. */
function stepped(number: number, by: number): number {
  return Number((number + by).toPrecision(12))
}
