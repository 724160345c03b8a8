import { Field, type FieldProps } from '#web/ui/form/Field.tsx'
import classes from '#web/ui/form/Field.module.css'

type WaitingFieldProps = FieldProps & { readonly value: string; readonly placeholder?: string }

/** Returns the field as it stands for the moment in which its code is loaded. */
export function WaitingField({ label, optional, help, error, value, placeholder }: WaitingFieldProps) {
  return (
    <Field label={label} {...(optional !== undefined && { optional })} help={help} error={error}>
      {(control) => <input {...control} className={classes['input']} disabled value={value} placeholder={placeholder} />}
    </Field>
  )
}
