import { useId } from 'react'
import classes from './frame.module.css'
import type { TextBinding } from './useSettingsForm.ts'

type ChoiceFieldProps = Omit<TextBinding<string>, 'onBlur' | 'error'> & {
  readonly onBlur?: () => void
  readonly error?: string | null
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string; readonly help: string }[]
  readonly isDisabled?: boolean
  /** What holds for all of them. */
  readonly note?: string | undefined
}

/** Returns a choice of one, each with a sentence about what it means. */
export function ChoiceField({ name, value, onChange, label, choices, isDisabled = false, error, note }: ChoiceFieldProps) {
  const id = useId()
  const group = `${id}-${name}`
  return (
    <fieldset className={classes['choice']} disabled={isDisabled} aria-describedby={note === undefined ? undefined : `${id}-note`}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value}>
          <label>
            <input
              type="radio"
              name={group}
              checked={choice.value === value}
              aria-describedby={`${id}-${choice.value}`}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
          <p id={`${id}-${choice.value}`} className={classes['help']}>
            {choice.help}
          </p>
        </div>
      ))}
      {note !== undefined && (
        <p id={`${id}-note`} className={classes['why']}>
          {note}
        </p>
      )}
      {error != null && <p className={classes['error']}>{error}</p>}
    </fieldset>
  )
}
