import { Field, type FieldProps } from '#web/ui/form/Field.tsx'
import classes from '#web/ui/form/Field.module.css'

/** Returns the field as it stands for the moment in which its code is loaded. */
export function WaitingField({ label, optional, help, error, value }: FieldProps & { readonly value: string }) {
  return (
    <Field label={label} {...(optional !== undefined && { optional })} help={help} error={error}>
      {(control) => <input {...control} className={classes['input']} disabled value={value} />}
    </Field>
  )
}
