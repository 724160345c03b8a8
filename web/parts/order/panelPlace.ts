import { useLayoutEffect, type RefObject } from 'react'

/** A heading and a line, small and large: most machines wait for their first order. */
const EMPTY_PX = { small: 56, large: 96 } as const

const keyOf = (workCenterId: number, isLarge: boolean) => `trueline.orders.place.${isLarge ? 'large.' : ''}${workCenterId}`

/** Returns the height in pixels to keep for the orders of a work center until they have come: what they took here the last time. */
export function placeOfOrders(workCenterId: number, isLarge = false): number {
  const kept = Number(sessionStorage.getItem(keyOf(workCenterId, isLarge)))
  return kept > 0 ? kept : EMPTY_PX[isLarge ? 'large' : 'small']
}

/** Remembers the height of the panel for the next time. */
export function useKeptPlace(panel: RefObject<HTMLElement | null>, workCenterId: number, isLarge: boolean, isLoaded: boolean): void {
  useLayoutEffect(() => {
    if (!isLoaded || panel.current === null) return undefined
    const watch = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height !== undefined) sessionStorage.setItem(keyOf(workCenterId, isLarge), String(Math.round(height)))
    })
    watch.observe(panel.current)
    return () => watch.disconnect()
  }, [panel, workCenterId, isLarge, isLoaded])
}
