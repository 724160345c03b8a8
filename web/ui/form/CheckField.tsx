import { useId, type ReactNode } from 'react'
import { MeaningLink } from '../Alert.tsx'
import classes from './Field.module.css'

type CheckFieldProps = {
  readonly label: ReactNode
  readonly name: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly error?: string | null | undefined
  readonly isDisabled?: boolean
}

/** Returns a box to tick, with its label and its error. */
export function CheckField({ label, name, isChecked, onChange, error, isDisabled = false }: CheckFieldProps) {
  const id = useId()
  const isWrong = error != null && error !== ''
  return (
    <div className={classes['field']}>
      <label className={classes['check']}>
        <input
          type="checkbox"
          name={name}
          checked={isChecked}
          disabled={isDisabled}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {isWrong && (
        <p className={classes['error']}>
          <span id={`${id}-error`}>{error}</span> <MeaningLink sentence={error} />
        </p>
      )}
    </div>
  )
}
