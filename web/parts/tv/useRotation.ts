import { useCallback, useEffect, useState } from 'react'

const TURN_MS = 15_000

export type Rotation = {
  readonly isPaused: boolean
  /** Grows by 1 with every turn, by itself or by hand. */
  readonly turn: number
  readonly page: number
  readonly go: (by: number) => void
  readonly togglePause: () => void
}

/** Returns the shown page: the next one every 15 s unless paused; manual paging restarts the 15 s. */
export function useRotation(pageCount: number): Rotation {
  const [isPaused, setPaused] = useState(false)
  const [{ page, turn }, setShown] = useState({ page: 0, turn: 0 })
  const go = useCallback((by: number) => setShown((shown) => ({ page: shown.page + by, turn: shown.turn + 1 })), [])
  const togglePause = useCallback(() => setPaused((paused) => !paused), [])
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => go(1), TURN_MS)
    return () => clearTimeout(timer)
  }, [isPaused, turn, go])
  const count = Math.max(1, pageCount)
  return { isPaused, turn, page: ((page % count) + count) % count, go, togglePause }
}
