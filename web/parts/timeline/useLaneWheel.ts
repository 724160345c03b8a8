import { useCallback, useEffect, useRef } from 'react'

const WHEEL_STEP = 1.15

/** Returns a ref callback: Ctrl+wheel and pinch over the element zoom around the pointer's x; the plain wheel scrolls the page. */
export function useLaneWheel(onZoom: (factor: number, x: number) => void): (element: HTMLElement | null) => (() => void) | undefined {
  const latest = useRef(onZoom)
  useEffect(() => {
    latest.current = onZoom
  })
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      latest.current(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, event.clientX - element.getBoundingClientRect().left)
    }
    // React's own wheel listener is passive, so it could not keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])
}
