import type { ReactNode } from 'react'
import classes from './ActionButton.module.css'

type ActionButtonProps = { readonly onClick: () => void; readonly isMain?: boolean; readonly children: ReactNode }

/** Returns a button with a word on it; the main one of several is filled. By hand: the library's is a sixteenth of the first page. */
export function ActionButton({ onClick, isMain = false, children }: ActionButtonProps) {
  return (
    <button type="button" className={classes['button']} data-main={isMain || undefined} onClick={onClick}>
      {children}
    </button>
  )
}
