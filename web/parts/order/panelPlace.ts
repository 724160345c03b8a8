import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** A heading and a line, small and large: most machines wait for their first order. */
const EMPTY_PX = { small: 56, large: 96 } as const

const keyOf = (workCenterId: number, isLarge: boolean) => `trueline.orders.place.${isLarge ? 'large.' : ''}${workCenterId}`

/** Returns the height in pixels to keep for the orders of a work center until they have come: what they took here the last time. */
export function placeOfOrders(workCenterId: number, isLarge = false): number {
  const kept = Number(sessionStorage.getItem(keyOf(workCenterId, isLarge)))
  return kept > 0 ? kept : EMPTY_PX[isLarge ? 'large' : 'small']
}

/** Returns whether the reserved height was measured before, not guessed. */
export function isPlaceKnown(workCenterId: number, isLarge = false): boolean {
  return sessionStorage.getItem(keyOf(workCenterId, isLarge)) !== null
}

/** Returns whether all of the parts are there by now, and how one says so. */
export function useComing<Part extends string>(
  parts: readonly Part[],
): { readonly areAllThere: boolean; readonly come: (part: Part) => void } {
  const [there, setThere] = useState<readonly Part[]>([])
  return {
    areAllThere: parts.every((part) => there.includes(part)),
    come: (part) => setThere((before) => (before.includes(part) ? before : [...before, part])),
  }
}

/** After this long what came is shown anyway. */
const HELD_MS = 3000

/** Returns whether to wait, and no longer than three seconds: what is drawn before the rest above it has come would move under a thumb. */
export function useShortWait(isWaiting: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setOver(true), HELD_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && !isOver
}

/** Says once that the answer is there, or that there will be none. */
export function useCome(hasCome: boolean, onCome: () => void): void {
  useEffect(() => {
    if (hasCome) onCome()
    // It is the first answer that counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasCome])
}

/** Remembers the height of the panel for the next time. */
export function useKeptPlace(panel: RefObject<HTMLElement | null>, workCenterId: number, isLarge: boolean, isSettled: boolean): void {
  useLayoutEffect(() => {
    if (!isSettled || panel.current === null) return undefined
    const watch = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height !== undefined) sessionStorage.setItem(keyOf(workCenterId, isLarge), String(Math.round(height)))
    })
    watch.observe(panel.current)
    return () => watch.disconnect()
  }, [panel, workCenterId, isLarge, isSettled])
}
