import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import classes from './Dialog.module.css'
import { Icon } from './Icon.tsx'

type DialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly closeLabel: string
  /** Neither Escape nor a click outside close it: what it shows is shown once. */
  readonly isKept?: boolean
  /** Whoever shows it may answer `onClose` with a question: it stays, with what was typed, until it is not open any more. */
  readonly isAsked?: boolean
  readonly isWide?: boolean
  /** Large buttons for gloves. */
  readonly isLarge?: boolean
  readonly children: ReactNode
}

/** Returns a modal dialog in the middle of the page: the browser's own, which keeps the focus in it and gives it back. */
export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  isKept = false,
  isAsked = false,
  isWide = false,
  isLarge = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen && dialog.current !== null && !dialog.current.open) {
      dialog.current.showModal()
      focusFirstField(dialog.current)
    }
    if (!isOpen && dialog.current?.open) dialog.current.close()
  }, [isOpen])
  // One that goes while it is open gives the focus back as well: the browser does so only of a dialog that is closed.
  useLayoutEffect(() => {
    const shown = dialog.current
    return () => shown?.close()
  }, [])
  return (
    // A click on the dialog itself is a click on its backdrop; the keyboard has Escape and the close button.
    <dialog
      ref={dialog}
      className={classes['dialog']}
      data-wide={isWide || undefined}
      data-large={isLarge || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        if ((isKept || isAsked) && isOwn(event)) event.preventDefault()
        if (isAsked && isOwn(event)) onClose()
      }}
      onKeyDown={(event) => {
        // Browsers let Escape close a dialog that refuses to be cancelled when it is pressed again.
        if (isKept && event.key === 'Escape') event.preventDefault()
      }}
      onClose={(event) => {
        if (!isOpen || !isOwn(event)) return
        if (isKept || isAsked) dialog.current?.showModal()
        if (!isKept) onClose()
      }}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      onClick={(event) => {
        // Browsers give the dialog a click that began on something else, for example on an option that is gone when the pointer is let go.
        const isBackdrop = event.target === event.currentTarget && pressed.current === event.currentTarget
        if (isBackdrop && !isKept) onClose()
      }}
    >
      {isOpen && (
        <div className={classes['content']}>
          <div className={classes['head']}>
            <h2 id={id}>{title}</h2>
            {!isKept && (
              <button type="button" className={classes['close']} aria-label={closeLabel} onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

/** React hands these events of a dialog on to the one that it lies over, which stays. */
function isOwn(event: SyntheticEvent): boolean {
  return event.target === event.currentTarget
}

/** Gives the focus to the first field of a form or the first text, so that one can type at once; on touch screens that would bring up the keyboard over the dialog before it was read. */
function focusFirstField(dialog: HTMLDialogElement): void {
  if (matchMedia('(pointer: coarse)').matches) return
  dialog.querySelector<HTMLElement>(':is(form input, form select, textarea):not(:disabled, [readonly], [type=file])')?.focus()
}

/** Returns the row of buttons at the end of a dialog or form; the main one stands last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>
}
