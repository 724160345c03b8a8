import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './Dropdown.module.css'

type DropdownProps = {
  readonly label: string
  readonly trigger: ReactNode
  readonly triggerClass: string | undefined
  /** `menu`: arrow keys walk the items. `dialog`: the content brings its own keys. */
  readonly kind: 'menu' | 'dialog'
  readonly side: 'start' | 'end'
  /** The panel lies over what scrolls by itself, which would cut it off; it closes when that scrolls. */
  readonly isOver?: boolean
  readonly children: ReactNode
}

/** Between the panel and its button, and the edges of the window, in CSS px. */
const GAP = 4
const EDGE = 8

const CloseContext = createContext<() => void>(() => {})

/** Returns the function that closes the dropdown around the component and gives the focus back to its button. */
export function useCloseDropdown(): () => void {
  return useContext(CloseContext)
}

/**
 * Returns a button with a panel below it. Escape and a click elsewhere close it and restore the focus. Written by hand: a positioning library would
 * be a seventh of the first page.
 */
export function Dropdown({ label, trigger, triggerClass, kind, side, isOver = false, children }: DropdownProps) {
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!isOpen || !isOver || panel.current === null || button.current === null) return undefined
    const shown = panel.current
    placeOver(shown, button.current.getBoundingClientRect(), side)
    const onMoved = (event: Event) => {
      if (!(event.target instanceof Node && shown.contains(event.target))) setOpen(false)
    }
    addEventListener('scroll', onMoved, true)
    addEventListener('resize', onMoved)
    return () => {
      removeEventListener('scroll', onMoved, true)
      removeEventListener('resize', onMoved)
    }
  }, [isOpen, isOver, side])
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
    if (event.key === 'Escape') {
      close()
      // It closes nothing else, and empties no selection.
      event.preventDefault()
    } else if (event.key === 'Tab') setOpen(false)
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
        <div
          ref={panel}
          className={classes['panel']}
          data-side={side}
          data-over={isOver || undefined}
          role={kind}
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
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
  /** Why it cannot be chosen now: it is shown, read out and does nothing. */
  readonly hindrance?: string
}

/** Returns an entry of a menu, which closes with it unless it is to stay open; with `isChecked` it is one choice of several. */
export function DropdownItem({
  children,
  onClick,
  isChecked,
  label,
  language,
  className,
  keepsOpen = false,
  hindrance,
}: DropdownItemProps) {
  const close = useCloseDropdown()
  const isHindered = hindrance !== undefined
  return (
    <button
      type="button"
      aria-disabled={isHindered || undefined}
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      aria-label={label}
      title={label}
      lang={language}
      className={className ?? classes['item']}
      onClick={() => {
        if (isHindered) return
        if (!keepsOpen) close()
        onClick()
      }}
    >
      {isHindered ? (
        <span className={classes['hindered']}>
          <span>{children}</span>
          <small>{hindrance}</small>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

/** Below the button where there is room, else above it; never beyond an edge of the window. */
function placeOver(panel: HTMLElement, button: DOMRect, side: 'start' | 'end'): void {
  const { width, height } = panel.getBoundingClientRect()
  const below = button.bottom + GAP
  const top = below + height + EDGE <= innerHeight ? below : button.top - GAP - height
  const left = side === 'end' ? button.right - width : button.left
  panel.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`
  panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
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
