import { createContext, useContext, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './Dropdown.module.css'

type DropdownProps = {
  readonly label: string
  readonly trigger: ReactNode
  readonly triggerClass: string | undefined
  /** `menu`: arrow keys walk the items. `dialog`: the content brings its own keys. */
  readonly kind: 'menu' | 'dialog'
  readonly side: 'start' | 'end'
  readonly children: ReactNode
}

const CloseContext = createContext<() => void>(() => {})

/** Returns the function that closes the dropdown around the component and gives the focus back to its button. */
export function useCloseDropdown(): () => void {
  return useContext(CloseContext)
}

/**
 * Returns a button with a panel below it. Escape and a click elsewhere close it and restore the focus. Written by hand: a positioning library would
 * be a seventh of the first page.
 */
export function Dropdown({ label, trigger, triggerClass, kind, side, children }: DropdownProps) {
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return undefined
    focusable(panel.current)[0]?.focus()
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !host.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (kind === 'menu') {
      const items = focusable(panel.current)
      const next = nextItem(
        event.key,
        items.findIndex((item) => item === document.activeElement),
        items.length,
      )
      if (next === null) return
      items[next]?.focus()
      event.preventDefault()
    }
  }
  return (
    <div ref={host} className={classes['host']} data-print="no">
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-label={label}
        aria-haspopup={kind}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </button>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is one of the two kinds
        <div ref={panel} className={classes['panel']} data-side={side} role={kind} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          <CloseContext value={close}>{children}</CloseContext>
        </div>
      )}
    </div>
  )
}

type DropdownItemProps = {
  readonly children: ReactNode
  readonly onClick: () => void
  readonly isChecked?: boolean
  readonly label?: string
  readonly language?: string
  readonly className?: string | undefined
  readonly keepsOpen?: boolean
}

/** Returns an entry of a menu, which closes with it unless it is to stay open; with `isChecked` it is one choice of several. */
export function DropdownItem({ children, onClick, isChecked, label, language, className, keepsOpen = false }: DropdownItemProps) {
  const close = useCloseDropdown()
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      aria-label={label}
      title={label}
      lang={language}
      className={className ?? classes['item']}
      onClick={() => {
        if (!keepsOpen) close()
        onClick()
      }}
    >
      {children}
    </button>
  )
}

function focusable(panel: HTMLElement | null): readonly HTMLElement[] {
  return panel === null ? [] : [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"], input')]
}

function nextItem(key: string, current: number, count: number): number | null {
  if (key === 'ArrowDown' || key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowUp' || key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
