import { useId, type ReactNode } from 'react'
import classes from './FormLayout.module.css'

type FormSectionProps = { readonly title: string; readonly help?: ReactNode; readonly children: ReactNode }

/** Returns a part of a page of settings with its heading and a sentence about it. */
export function FormSection({ title, help, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {help !== undefined && <div className={classes['help']}>{help}</div>}
      {children}
    </section>
  )
}

/** Returns fields side by side where there is room. */
export function Beside({ children }: { readonly children: ReactNode }) {
  return <div className={classes['beside']}>{children}</div>
}

/** Returns a sentence that stands out: a warning, or from when on something holds. */
export function Note({ isWarning = false, children }: { readonly isWarning?: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes['note']} data-warning={isWarning || undefined}>
      {children}
    </div>
  )
}
