import { useId, type ReactNode } from 'react'
import classes from './frame.module.css'
import type { FlagBinding } from './useSettingsForm.ts'

type FlagFieldProps = Omit<FlagBinding<string>, 'error'> & {
  readonly label: string
  readonly help?: ReactNode
  readonly error?: string | null
  readonly isDisabled?: boolean
  /** Why it cannot be changed now. */
  readonly why?: string | undefined
}

/** Returns a switch with a sentence about its effect, and the reason when it is disabled. */
export function FlagField({ name, isChecked, onChange, label, help, isDisabled = false, why }: FlagFieldProps) {
  const id = useId()
  return (
    <div className={classes['flag']}>
      <label>
        <input
          type="checkbox"
          name={name}
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <div id={`${id}-help`} className={classes['help']}>
        {help}
        {why !== undefined && <p className={classes['why']}>{why}</p>}
      </div>
    </div>
  )
}
