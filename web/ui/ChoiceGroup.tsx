import { useId } from 'react'
import classes from './ChoiceGroup.module.css'

type ChoiceGroupProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly isLabelHidden?: boolean
}

/** Returns a few choices side by side, one of them chosen: radio buttons in the look of a segmented control. */
export function ChoiceGroup<T extends string>({ label, value, choices, onChange, isLabelHidden = false }: ChoiceGroupProps<T>) {
  const name = useId()
  return (
    <fieldset className={classes['group']}>
      <legend className={isLabelHidden ? 'hidden-text' : undefined}>{label}</legend>
      <div className={classes['choices']}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes['choice']}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
