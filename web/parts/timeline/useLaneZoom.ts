import { useCallback, useEffect, useRef } from 'react'
import { type Fingers, fingersAt, pinchZoom } from './pinch.ts'

const WHEEL_STEP = 1.15

type Measure = (element: HTMLElement | null) => (() => void) | undefined

/**
 * Returns a ref callback for a lane, and whether a pinch is in progress, during which nothing is dragged or pressed. Ctrl+wheel and two fingers zoom
 * around their x; the plain wheel scrolls the page.
 */
export function useLaneZoom(onZoom: (factor: number, x: number) => void): readonly [Measure, () => boolean] {
  const latest = useRef(onZoom)
  const fingers = useRef<Fingers | null>(null)
  useEffect(() => {
    latest.current = onZoom
  })
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const xOf = (clientX: number) => clientX - element.getBoundingClientRect().left
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      latest.current(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, xOf(event.clientX))
    }
    const onTouch = (event: TouchEvent) => {
      const [one, other] = [event.touches[0], event.touches[1]]
      if (!one || !other) {
        if (!one) fingers.current = null
        return
      }
      event.preventDefault()
      const now = fingersAt(xOf(one.clientX), xOf(other.clientX))
      if (event.type === 'touchmove' && fingers.current !== null) {
        const { factor, x } = pinchZoom(fingers.current, now)
        latest.current(factor, x)
      }
      fingers.current = now
    }
    // React's own listeners are passive, so they could not keep the page from zooming.
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    element.addEventListener('wheel', onWheel, { passive: false })
    for (const type of touches) element.addEventListener(type, onTouch, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const type of touches) element.removeEventListener(type, onTouch)
    }
  }, [])
  const isPinching = useCallback(() => fingers.current !== null, [])
  return [ref, isPinching]
}
