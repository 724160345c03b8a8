import { useEffect, useRef, type FocusEventHandler } from 'react'

const FIELDS = 'input, select, textarea'

/** Returns a focus handler that restores focus to the last field when the focused button is removed (keyboard only). */
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
