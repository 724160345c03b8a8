import { type PointerEvent, useRef } from 'react'
import type { Cursor } from '#web/ui/cursor.ts'
import { panWindow, type TimeWindow } from '#web/ui/timeWindow.ts'

const DRAG_FROM_PX = 4

type Plot = {
  readonly window: TimeWindow
  readonly bounds: TimeWindow
  readonly width: number
  readonly onWindow: (window: TimeWindow) => void
  readonly cursor: Cursor
}

/** Returns the pointer handlers of a plot on the shared time axis: moving sets the cursor, dragging moves the window; buttons do the same (2.5.7). */
export function usePlotPointer({ window, bounds, width, onWindow, cursor }: Plot, isPinching: () => boolean) {
  const drag = useRef<{ readonly x: number; readonly window: TimeWindow; isMoved: boolean } | null>(null)
  const xIn = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const end = () => {
    drag.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      drag.current = { x: xIn(event), window, isMoved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isPinching()) end()
      const x = xIn(event)
      const started = drag.current
      if (started && (started.isMoved || Math.abs(x - started.x) >= DRAG_FROM_PX)) {
        started.isMoved = true
        event.currentTarget.setPointerCapture(event.pointerId)
        onWindow(panWindow(started.window, bounds, ((started.x - x) / width) * (started.window.to - started.window.from)))
        return
      }
      cursor.set(window.from + (x / width) * (window.to - window.from))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => cursor.set(null),
  }
}
