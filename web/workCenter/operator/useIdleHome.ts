import { useEffect, useRef } from 'react'

/** So long may nobody touch the screen before it goes back to where it began. */
const IDLE_MS = 60_000
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'] as const

/** Calls back when nobody has touched the screen for a minute, once until somebody does. */
export function useIdleHome(onIdle: () => void): void {
  const latest = useRef(onIdle)
  useEffect(() => {
    latest.current = onIdle
  })
  useEffect(() => {
    const go = () => latest.current()
    let timer = setTimeout(go, IDLE_MS)
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(go, IDLE_MS)
    }
    for (const event of EVENTS) addEventListener(event, wake, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of EVENTS) removeEventListener(event, wake, { capture: true })
    }
  }, [])
}
