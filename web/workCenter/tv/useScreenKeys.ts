import { useEffect, useRef } from 'react'

/** What a key does on a screen; false = nothing. */
export type KeyAnswer = (key: string) => boolean

/**
 * Lets the keys of a screen come before all others while it is shown: those that it knows do what they say there, single letters do nothing behind
 * it. Buttons keep Space and Enter.
 */
export function useScreenKeys(answer: KeyAnswer): void {
  const latest = useRef(answer)
  useEffect(() => {
    latest.current = answer
  }, [answer])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if ((event.ctrlKey || event.metaKey || event.altKey) && !isPalette) return
      if (event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter')) return
      if (event.key === 'Tab') return
      if (isPalette || latest.current(event.key)) event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
