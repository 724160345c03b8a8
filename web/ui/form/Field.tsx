import { useId, type ReactNode } from 'react'
import { MeaningLink } from '../Alert.tsx'
import classes from './Field.module.css'

/** What every field of a form has beside its control. */
export type FieldProps = {
  readonly label: string
  /** A word for fields that may stay empty, shown behind the label; the others are required. */
  readonly optional?: string
  readonly help?: ReactNode
  /** What is wrong; null or absent when nothing is. */
  readonly error?: string | null | undefined
}

/** Attributes that tie a control to its label, help and error. */
export type ControlProps = { readonly id: string; readonly 'aria-invalid': boolean; readonly 'aria-describedby': string | undefined }

/** Returns a labelled field with its help and its error around the control. */
export function Field({
  label,
  optional,
  help,
  error,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const isWrong = error != null && error !== ''
  const described = [help === undefined ? '' : `${id}-help`, isWrong ? `${id}-error` : ''].filter((one) => one !== '').join(' ')
  return (
    <div className={classes['field']}>
      <label className={classes['label']} htmlFor={id}>
        {label} {optional !== undefined && <span className={classes['optional']}>({optional})</span>}
      </label>
      {children({ id, 'aria-invalid': isWrong, 'aria-describedby': described === '' ? undefined : described })}
      {help !== undefined && (
        <div id={`${id}-help`} className={classes['help']}>
          {help}
        </div>
      )}
      {isWrong && (
        <p className={classes['error']}>
          <span id={`${id}-error`}>{error}</span> <MeaningLink sentence={error} />
        </p>
      )}
    </div>
  )
}
