import { useCallback, useState } from 'react'

const MARGIN = '400px'
const callbacks = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** Returns a ref callback and whether the element is on the screen or close to it; all elements share one observer. */
export function useNear(initially: boolean): readonly [(element: Element | null) => (() => void) | undefined, boolean] {
  const [isNear, setNear] = useState(initially)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    observer ??= new IntersectionObserver(onIntersection, { rootMargin: MARGIN })
    callbacks.set(element, setNear)
    observer.observe(element)
    return () => observer?.unobserve(element)
  }, [])
  return [watch, isNear]
}

function onIntersection(entries: readonly IntersectionObserverEntry[]): void {
  for (const entry of entries) callbacks.get(entry.target)?.(entry.isIntersecting)
}
