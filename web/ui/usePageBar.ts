import { useEffect, useRef, type RefObject } from 'react'

/** Bars that stand at the end of the window, with the room in px that each takes now: none while it is hidden. */
const heights = new Map<Element, number>()

/**
 * Returns the ref of a bar at the end of the window: what else appears there, a toast for example, stands above it (`--page-bar`), and the field in which
 * somebody types while it comes moves out of its way (WCAG 2.4.11).
 */
export function usePageBar<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null)
  useEffect(() => {
    const element = bar.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => take(element, element.offsetHeight))
    observer.observe(element)
    return () => {
      observer.disconnect()
      take(element, null)
    }
  }, [])
  return bar
}

function take(element: Element, height: number | null): void {
  const before = heights.get(element) ?? 0
  if (height === null) heights.delete(element)
  else heights.set(element, height)
  document.documentElement.style.setProperty('--page-bar', `${Math.max(0, ...heights.values())}px`)
  const { activeElement } = document
  const isBeside = element.closest('form')?.contains(activeElement) === true && !element.contains(activeElement)
  if (height !== null && height > before && isBeside) activeElement?.scrollIntoView({ block: 'nearest' })
}
