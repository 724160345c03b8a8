import { useEffect, useRef } from 'react'

/** What came up under a thumb is no answer to it: a tap within this time was aimed at what stood there before. */
const RIPE_MS = 600

/** Returns what tells whether the one that is shown has stood there for long enough to be meant by a tap; null = nothing is shown. */
export function useRipeness(id: string | null): () => boolean {
  const since = useRef(Infinity)
  useEffect(() => {
    since.current = id === null ? Infinity : performance.now()
  }, [id])
  return () => performance.now() - since.current >= RIPE_MS
}
