import { type RefObject, useEffect, useRef } from 'react'
import type { Cursor } from '#web/ui/cursor.ts'
import { type TimeWindow, xOf } from '#web/ui/timeWindow.ts'

/** Returns the element to draw the shared cursor's line with, which moves without rendering; hidden outside the window. */
export function useCursorLine(cursor: Cursor, window: TimeWindow, width: number): RefObject<HTMLDivElement | null> {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = () => {
      const at = cursor.get()
      if (!line.current) return
      line.current.hidden = at === null || at < window.from || at > window.to
      if (at !== null) line.current.style.transform = `translateX(${xOf(at, window, width)}px)`
    }
    place()
    return cursor.subscribe(place)
  }, [cursor, window, width])
  return line
}
