import { useEffect, useRef } from 'react'

/** Returns the function that tells for how many ms the tiles have been shown; undefined before they are. */
export function useShownMs(areShown: boolean): () => number | undefined {
  const since = useRef<number | null>(null)
  useEffect(() => {
    since.current = areShown ? performance.now() : null
  }, [areShown])
  return () => (since.current === null ? undefined : Math.round(performance.now() - since.current))
}
