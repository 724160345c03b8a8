import { useCallback, useEffect, useRef, useState } from 'react'

type Measured = readonly [(element: HTMLElement | null) => (() => void) | undefined, number]

/** What a sheet of A4 has between its margins, in CSS px. */
const SHEET_PX = 700

/** Returns a ref callback and the width of the element in CSS px, kept up to date; 0 before the first measure. */
export function useElementWidth(): Measured {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}

/**
 * Like `useElementWidth`, for what is drawn to the width of the screen: a browser lays out a sheet without measuring anything again, so there it is
 * made smaller as a whole instead of being cut (U-47, shell/print.css).
 */
export function usePlotWidth(): Measured {
  const [measureWidth, width] = useElementWidth()
  const plot = useRef<HTMLElement | null>(null)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      plot.current = element
      return measureWidth(element)
    },
    [measureWidth],
  )
  useEffect(() => {
    const page = plot.current?.closest('main')?.clientWidth ?? SHEET_PX
    plot.current?.setAttribute('data-plot', '')
    plot.current?.style.setProperty('--sheet', String(Math.min(1, SHEET_PX / Math.max(1, page))))
    if (width > 0) plot.current?.style.setProperty('--drawn', `${width}px`)
  }, [width])
  return [measure, width]
}
