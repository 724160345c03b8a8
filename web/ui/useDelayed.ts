import { useEffect, useState } from 'react'

/** Nothing is shown of a wait that is shorter (ux.md §7). */
const DELAY_MS = 300

/** Returns whether a wait has lasted long enough to be shown. */
export function useDelayed(isWaiting: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isWaiting) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && isShown
}
