import { Field, type FieldProps } from './Field.tsx'
import classes from './Field.module.css'

export type SelectOption = { readonly value: string; readonly label: string; readonly isDisabled?: boolean }

type SelectFieldProps = FieldProps & {
  readonly name: string
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Shown while nothing is chosen. */
  readonly placeholder?: string
  readonly isDisabled?: boolean
}

/** Returns a labelled choice of one value: the browser's own list, which every keyboard, phone and screen reader knows. */
export function SelectField({ name, value, options, onChange, onBlur, placeholder, isDisabled = false, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          className={classes['input']}
          name={name}
          value={value}
          disabled={isDisabled}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {placeholder !== undefined && (
            <option value="" disabled={value !== ''}>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled === true}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
