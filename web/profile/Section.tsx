import { useId, type ReactNode } from 'react'
import classes from './Section.module.css'

/** Returns a part of the profile: its heading, a sentence and what can be changed. */
export function Section({ title, text, children }: { readonly title: string; readonly text?: ReactNode; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {children}
    </section>
  )
}
