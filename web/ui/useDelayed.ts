import { useEffect, useState } from 'react'

/** Nothing is shown of a wait that is shorter (U-40), unless something is known to need longer. */
const DELAY_MS = 300

/** Returns whether a wait has lasted long enough to be shown. */
export function useDelayed(isWaiting: boolean, delayMs = DELAY_MS): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isWaiting) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [isWaiting, delayMs])
  return isWaiting && isShown
}
