import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import classes from './SidePanel.module.css'

type SidePanelProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly side: 'left' | 'right'
  readonly title: string
  readonly closeLabel: string
  /** Whether it stands beside its list where the window is wide enough, so that the list stays in use. */
  readonly isBeside?: boolean
  readonly children: ReactNode
}

/** From this width on a list has room beside a panel (docs/screens.md U-49). */
const WIDE = '(min-width: 1280px)'

/** Returns a panel over the page from one side: a native modal dialog, so that the browser keeps the focus in it and Escape closes it; or beside its list. */
export function SidePanel({ isOpen, onClose, side, title, closeLabel, isBeside = false, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const panel = dialog.current
    if (!isOpen || panel === null) {
      if (panel?.open === true) panel.close()
      return undefined
    }
    const isOver = !isBeside || !matchMedia(WIDE).matches
    panel.dataset['beside'] = String(!isOver)
    if (!panel.open) {
      if (isOver) panel.showModal()
      else panel.show()
    }
    if (isOver) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      // What lies over the page, or a selection in the list, goes first.
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog:modal, :popover-open') === null)
        close.current()
    }
    // After the keys of the list, which listen at the window as well.
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen, isBeside])
  return (
    // A click on the dialog itself is a click on its backdrop; the keyboard has Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={classes['panel']}
      data-side={side}
      aria-label={title}
      onClose={(event) => {
        // React hands on this event of a dialog that lies over the panel, which stays.
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {isOpen && (
        <div className={classes['content']}>
          <div className={classes['head']}>
            <h2>{title}</h2>
            <button type="button" className={classes['close']} aria-label={closeLabel} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
