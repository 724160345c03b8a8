import { useLayoutEffect, useState, type RefObject } from 'react'

const BOTTOM_PX = 24
/** On small screens the page scrolls, and the lines get most of it. */
const LEAST_SHARE = 0.6

/** Returns how high the element may be so that it and what stands below it end with the window, in CSS px; null before the first measure. */
export function useRemainingHeight(element: RefObject<HTMLElement | null>, roomBelow: number): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return
      const top = element.current.getBoundingClientRect().top + scrollY
      setHeight(Math.round(Math.max(innerHeight - top - BOTTOM_PX - roomBelow, innerHeight * LEAST_SHARE)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [element, roomBelow])
  return height
}
