import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { usePrinting } from '#web/ui/printing.ts'

/** Rows drawn beyond both edges, so that fast scrolling and the keys find them. */
const OVERSCAN = 12

type RowWindowOptions = {
  readonly count: number
  readonly keyOf: (index: number) => string
  /** The expected height of a row in CSS px; drawn ones are measured. */
  readonly heightOf: (index: number) => number
  readonly frame: RefObject<HTMLElement | null>
  /** The page scrolls instead of the frame. */
  readonly isPage: boolean
  /** Lists that are no longer are drawn whole, so that the browser finds text in them. */
  readonly wholeUpTo: number
}

/** Returns which rows are drawn, and how high what is left out before and after them is in CSS px: of long lists only the rows near the screen, of others all, as for printing. */
export function useRowWindow({ count, keyOf, heightOf, frame, isPage, wholeUpTo }: RowWindowOptions) {
  const isPrinting = usePrinting()
  const isWhole = isPrinting || count <= wholeUpTo
  const [pageTop, setPageTop] = useState(0)
  useLayoutEffect(() => {
    if (isPage && frame.current !== null) setPageTop(Math.round(frame.current.getBoundingClientRect().top + scrollY))
  }, [isPage, frame, count])
  // Until the frame is measured it is taken for as high as the window.
  const initialRect = { width: innerWidth, height: innerHeight }
  const base = { count, estimateSize: heightOf, getItemKey: keyOf, overscan: OVERSCAN, initialRect }
  // The compiler leaves out what uses it; the rows are drawn anew with every scroll anyway.
  // oxlint-disable-next-line react/incompatible-library
  const inFrame = useVirtualizer({ ...base, getScrollElement: () => frame.current, enabled: !isWhole && !isPage })
  const inPage = useWindowVirtualizer({ ...base, scrollMargin: pageTop, enabled: !isWhole && isPage })
  if (isWhole) {
    return { indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure: undefined, scrollTo: () => {} }
  }
  const virtual = isPage ? inPage : inFrame
  const drawn = virtual.getVirtualItems()
  const margin = isPage ? pageTop : 0
  return {
    indexes: drawn.map(({ index }) => index),
    before: Math.max(0, (drawn[0]?.start ?? margin) - margin),
    after: Math.max(0, virtual.getTotalSize() + margin - (drawn.at(-1)?.end ?? margin)),
    measure: virtual.measureElement,
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  }
}
