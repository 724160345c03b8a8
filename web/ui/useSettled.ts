import { useEffect, useState } from 'react'

/** Typing goes on for about so long between two keys. */
const PAUSE_MS = 600

/** Returns the value as it was when typing last paused. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled((before) => (JSON.stringify(before) === JSON.stringify(value) ? before : value)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
