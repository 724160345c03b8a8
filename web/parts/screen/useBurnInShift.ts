import { type RefObject, useEffect } from 'react'

const EVERY_MS = 5 * 60_000
const STEP_PX = 2
const PATH = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const

/** Moves static content by 2 px every five minutes round a square, against burn-in (U-29). */
export function useBurnInShift(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let step = 0
    const timer = setInterval(() => {
      step = (step + 1) % PATH.length
      const [x, y] = PATH[step] ?? PATH[0]
      if (target.current) target.current.style.translate = `${x * STEP_PX}px ${y * STEP_PX}px`
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [target])
}
