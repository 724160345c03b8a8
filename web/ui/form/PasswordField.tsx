import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import classes from './Field.module.css'

type PasswordFieldProps = FieldProps & {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly isNew: boolean
  /** Digits, so many of them, that no manager keeps. */
  readonly digits?: number
  readonly showLabel: string
  readonly hideLabel: string
}

/** Returns a labelled field for a password that can be shown; managers and pasting work (WCAG 3.3.8). */
export function PasswordField({ name, value, onChange, onBlur, isNew, digits, showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(control) => (
        <div className={classes['beside']}>
          <input
            {...control}
            className={classes['input']}
            type={isShown ? 'text' : 'password'}
            name={name}
            value={value}
            autoComplete={digits === undefined ? (isNew ? 'new-password' : 'current-password') : 'off'}
            {...(digits !== undefined && { inputMode: 'numeric', maxLength: digits })}
            autoCapitalize="none"
            spellCheck={false}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <button type="button" className={classes['toggle']} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? hideLabel : showLabel}
          </button>
        </div>
      )}
    </Field>
  )
}
