import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type EmptyStateProps = { readonly title: string; readonly text?: string; readonly children?: ReactNode }

/** Returns the empty state of a list or panel: its purpose, why it is empty, and one action. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']} role="status">
      <p className={classes['title']}>{title}</p>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {children}
    </div>
  )
}
