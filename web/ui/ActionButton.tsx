import type { ReactNode } from 'react'
import classes from './ActionButton.module.css'

type ActionButtonProps = {
  readonly onClick?: () => void
  readonly isMain?: boolean
  /** Takes something away that cannot be had back. */
  readonly isDanger?: boolean
  /** Works on it: the button keeps its place and its word, and cannot be pressed again. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Why it cannot be pressed; shown on hover and read out. */
  readonly why?: string
  readonly isSubmit?: boolean
  /** Whether what it unfolds is shown. */
  readonly isExpanded?: boolean
  readonly children: ReactNode
}

/** Returns a button with a word on it; the main one of several is filled. By hand: the library's is a sixteenth of the first page. */
export function ActionButton(props: ActionButtonProps) {
  const {
    onClick,
    isMain = false,
    isDanger = false,
    isBusy = false,
    isDisabled = false,
    why,
    isSubmit = false,
    isExpanded,
    children,
  } = props
  const isOff = isBusy || isDisabled
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={classes['button']}
      data-main={isMain || undefined}
      data-danger={isDanger || undefined}
      aria-busy={isBusy || undefined}
      // Not `disabled`: it would lose the focus, and nobody could learn why.
      aria-disabled={isOff || undefined}
      aria-expanded={isExpanded}
      title={why}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.()
      }}
    >
      {isBusy && <span className={classes['spinner']} aria-hidden />}
      {children}
    </button>
  )
}
