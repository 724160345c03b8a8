import { useCallback, useRef, useState } from 'react'

export type Size = { readonly width: number; readonly height: number }

/** Returns the ref to give to an element, and its size in px, also when that changes; that of the window before it is known. */
export function useElementSize(): readonly [(element: HTMLElement | null) => void, Size] {
  const [size, setSize] = useState<Size>(() => ({ width: innerWidth, height: innerHeight }))
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (element === null) return
    observer.current = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) })
    })
    observer.current.observe(element)
  }, [])
  return [ref, size]
}
