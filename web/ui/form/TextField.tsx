import { useId, type HTMLInputAutoCompleteAttribute } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import classes from './Field.module.css'

type TextFieldProps = FieldProps & {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly type?: 'text' | 'email' | 'tel' | 'search'
  readonly inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly maxLength?: number
  /** More than one line. */
  readonly isLong?: boolean
  readonly isReadOnly?: boolean
  readonly isDisabled?: boolean
  readonly placeholder?: string
  /** What others entered here before, offered while one types. */
  readonly suggestions?: readonly string[]
}

/** Returns a labelled field for text. */
export function TextField(props: TextFieldProps) {
  const {
    name,
    value,
    onChange,
    onBlur,
    type = 'text',
    inputMode,
    autoComplete = 'off',
    maxLength,
    isLong = false,
    placeholder,
    suggestions = [],
  } = props
  const listId = useId()
  // Addresses, logins and codes: phones would write a capital first and mark them as misspelt.
  const isNoProse = type !== 'text' || autoComplete === 'username' || autoComplete === 'one-time-code'
  return (
    <Field label={props.label} {...(props.optional !== undefined && { optional: props.optional })} help={props.help} error={props.error}>
      {(control) => {
        const shared = {
          ...control,
          className: classes['input'],
          name,
          value,
          maxLength,
          placeholder,
          readOnly: props.isReadOnly === true,
          disabled: props.isDisabled === true,
          onBlur,
        }
        return isLong ? (
          <textarea {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
        ) : (
          <>
            <input
              {...shared}
              type={type}
              inputMode={inputMode}
              autoComplete={autoComplete}
              list={suggestions.length > 0 ? listId : undefined}
              {...(isNoProse && { autoCapitalize: 'none', spellCheck: false })}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            {suggestions.length > 0 && (
              <datalist id={listId}>
                {suggestions.map((text) => (
                  <option key={text} value={text}>
                    {text}
                  </option>
                ))}
              </datalist>
            )}
          </>
        )
      }}
    </Field>
  )
}
