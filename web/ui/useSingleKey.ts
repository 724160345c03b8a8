import { useEffect, useRef } from 'react'
import { isSingleKey } from './singleKeys.ts'

/** Lets keys without Ctrl act on the page wherever single keys do; what `act` returns true for does nothing else. Enter on a button or link stays its press. */
export function useSingleKey(act: (key: string) => boolean): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isPress =
        event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('button, a, summary, label') !== null
      if (event.repeat || isPress || !isSingleKey(event)) return
      if (latest.current(event.key)) event.preventDefault()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
