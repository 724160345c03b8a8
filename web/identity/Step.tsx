import { useEffect, useRef, type ReactNode } from 'react'
import classes from './Step.module.css'

type StepProps = {
  readonly title: string
  readonly intro?: ReactNode
  /** Announces the step when it takes the place of another one: the focus goes to its heading. */
  readonly isAnswer?: boolean
  readonly children?: ReactNode
}

/** Returns the content of the card: one heading, which is also the page title, and the content below. */
export function Step({ title, intro, isAnswer = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – Trueline`
  }, [title])
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [isAnswer])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {intro !== undefined && <p className={classes['intro']}>{intro}</p>}
      {children}
    </>
  )
}

/** Returns the one way on of a step that asks nothing: a link in the look of the main button. */
export function WayOn({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className={classes['wayOn']} href={href}>
      {children}
    </a>
  )
}
