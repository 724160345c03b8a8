import { useEffect, useRef } from 'react'
import { isSingleKey } from './singleKeys.ts'

/** Lets a key without Ctrl act on the page wherever single keys do. */
export function useLetter(letter: string, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== letter || event.repeat || !isSingleKey(event)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [letter])
}
