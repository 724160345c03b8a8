import { Fragment, useEffect, useRef, useState, type FocusEvent } from 'react'
import { Notice } from './Notice.tsx'
import classes from './ToastList.module.css'

export type Toast = {
  readonly id: number
  readonly message: string
  /** The one thing that can be done about it, for example to undo it. */
  readonly action?: ToastAction | undefined
}
export type ToastAction = { readonly label: string; readonly run: () => void }

type ToastListProps = {
  /** Oldest first; the others wait until there is room. */
  readonly toasts: readonly Toast[]
  readonly closeLabel: string
  readonly onClose: (id: number) => void
}

const SHOWN_MS = 8000
const MAX_SHOWN = 5

/** Returns the toasts at the end of the window, read out as they come. Each stays for eight seconds; all of them stay while the pointer or the focus is on one. */
export function ToastList({ toasts, closeLabel, onClose }: ToastListProps) {
  const shown = toasts.slice(0, MAX_SHOWN)
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const isHeld = shown.some(({ id }) => id === pointed || id === focused)

  const onFocus = (id: number, event: FocusEvent) => {
    const { relatedTarget } = event
    if (relatedTarget instanceof HTMLElement && relatedTarget.closest(`.${classes['list']}`) === null) cameFrom.current = relatedTarget
    setFocused(id)
  }
  const close = (id: number) => {
    // The focus would be lost with the toast that has it.
    if (id === focused) cameFrom.current?.focus()
    onClose(id)
  }
  return (
    <div role="status" aria-atomic={false} data-print="no" className={classes['list']}>
      {shown.map((toast) => (
        <Fragment key={toast.id}>
          <Notice
            text={toast.message}
            action={
              toast.action === undefined
                ? null
                : {
                    label: toast.action.label,
                    run: () => {
                      close(toast.id)
                      toast.action?.run()
                    },
                  }
            }
            closeLabel={closeLabel}
            onClose={() => close(toast.id)}
            onPointerEnter={() => setPointed(toast.id)}
            onPointerLeave={() => setPointed(null)}
            onFocus={(event) => onFocus(toast.id, event)}
            onBlur={() => setFocused(null)}
          />
          {!isHeld && <Lifetime id={toast.id} onEnd={onClose} />}
        </Fragment>
      ))}
    </div>
  )
}

/** Ends a toast when it was there, and nobody held it, for its time. */
function Lifetime({ id, onEnd }: { readonly id: number; readonly onEnd: (id: number) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onEnd(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, onEnd])
  return null
}
