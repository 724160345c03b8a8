import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import classes from './SidePanel.module.css'

type SidePanelProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly side: 'left' | 'right'
  readonly title: string
  readonly closeLabel: string
  readonly children: ReactNode
}

/** Returns a panel over the page from one side: a native modal dialog, so that the browser keeps the focus in it and Escape closes it. */
export function SidePanel({ isOpen, onClose, side, title, closeLabel, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen && dialog.current?.open) dialog.current.close()
  }, [isOpen])
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
