import { useId } from 'react'
import classes from './rules.module.css'

type BoundFieldProps = {
  readonly name: string
  /** Says which rule's bound it is. */
  readonly label: string
  readonly shortLabel: string
  readonly value: string
  readonly unit: string
  readonly placeholder: string
  readonly isReadOnly: boolean
  readonly error: string | null
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** Returns a small field for one bound of a range, its unit beside it. */
export function BoundField({ name, label, shortLabel, value, unit, placeholder, isReadOnly, error, onChange, onBlur }: BoundFieldProps) {
  const id = useId()
  return (
    <div className={classes['bound']}>
      <span className={classes['boundLabel']} aria-hidden>
        {shortLabel}
      </span>
      <span className={classes['boundInput']}>
        <input
          name={name}
          aria-label={`${label}, ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          readOnly={isReadOnly}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
        <span aria-hidden>{unit}</span>
      </span>
      {error !== null && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
