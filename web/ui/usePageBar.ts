import { useEffect, useRef, type RefObject } from 'react'

/** Bars at the end of the window with their present height in px, 0 while hidden. */
const heights = new Map<Element, number>()

/**
 * Returns the ref of a bar at the end of the window. Toasts are placed above it (`--page-bar`), and the focused field of its form moves out of its
 * way (WCAG 2.4.11).
 */
export function usePageBar<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null)
  useEffect(() => {
    const element = bar.current
    if (element === null) return undefined
    const form = element.closest('form')
    const observer = new ResizeObserver(() => {
      const isHigher = element.offsetHeight > (heights.get(element) ?? 0)
      take(element, element.offsetHeight)
      if (isHigher) uncoverFocus(form, element)
    })
    // Browsers take what stands under the bar for seen. A press of a mouse is left alone: what moves under it is missed.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') uncoverFocus(form, element)
    }
    observer.observe(element)
    form?.addEventListener('keyup', onKey)
    return () => {
      observer.disconnect()
      form?.removeEventListener('keyup', onKey)
      take(element, null)
    }
  }, [])
  return bar
}

function take(bar: Element, height: number | null): void {
  if (height === null) heights.delete(bar)
  else heights.set(bar, height)
  document.documentElement.style.setProperty('--page-bar', `${Math.max(0, ...heights.values())}px`)
}

/** How much is left free is the scroll margin of the field. */
function uncoverFocus(form: HTMLFormElement | null, bar: Element): void {
  const { activeElement } = document
  if (form?.contains(activeElement) === true && !bar.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
}
