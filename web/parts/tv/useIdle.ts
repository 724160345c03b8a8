import { useEffect, useState } from 'react'

const IDLE_AFTER_MS = 4_000

/** Returns whether nobody has moved the pointer or pressed a key for four seconds. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS)
    const wake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS)
    }
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, wake, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, wake, { capture: true })
    }
  }, [])
  return isIdle
}
