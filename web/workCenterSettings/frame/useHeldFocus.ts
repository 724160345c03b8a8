import { useEffect, useRef, type FocusEventHandler } from 'react'

const FIELDS = 'input, select, textarea'

/**
 * Returns what notes the focus within a form. When the button that has it goes, as those of the bar and of the conflict do once they are pressed, the
 * field that had it last has it again, so that whoever works with the keyboard is not thrown to the top of the page. A finger or a mouse loses nothing.
 */
export function useHeldFocus(): FocusEventHandler {
  const field = useRef<HTMLElement>(null)
  const isHeld = useRef(false)
  useEffect(() => {
    if (!isHeld.current || document.activeElement !== document.body) return
    isHeld.current = false
    if (field.current?.isConnected === true) field.current.focus()
  })
  return ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    if (target.matches(FIELDS)) field.current = target
    isHeld.current = target.matches('button:focus-visible')
  }
}
