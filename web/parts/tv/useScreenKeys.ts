import { useEffect, useRef } from 'react'

/** What a key does on a screen; false = nothing. */
export type KeyAnswer = (key: string) => boolean

/** Gives a screen's keys precedence while it is shown; single letters do nothing behind it. Buttons keep Space and Enter. */
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
