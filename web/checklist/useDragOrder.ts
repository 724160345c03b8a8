import { type PointerEvent, useRef, useState } from 'react'
import { placeAt } from './checklistForm.view.ts'

export type DragOrder = {
  /** Which one is dragged, and where it would go; null = none. */
  readonly drag: { readonly from: number; readonly to: number } | null
  /** What the handle of an item listens to, for mouse, pen and finger. */
  handle(index: number): {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/** Returns how items of a list are dragged to another place by a handle; `onMove` is told which goes where, once it is let go. */
export function useDragOrder(onMove: (from: number, to: number) => void): DragOrder {
  const [drag, setDrag] = useState<DragOrder['drag']>(null)
  const latest = useRef(drag)
  const set = (next: DragOrder['drag']) => {
    latest.current = next
    setDrag(next)
  }
  return {
    drag,
    handle: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        set({ from: index, to: index })
      },
      onPointerMove: (event) => {
        if (latest.current === null) return
        const list = event.currentTarget.closest('ol')
        if (list === null) return
        const middles = [...list.children].map((item) => {
          const { top, bottom } = item.getBoundingClientRect()
          return (top + bottom) / 2
        })
        const to = placeAt(middles, latest.current.from, event.clientY)
        if (to !== latest.current.to) set({ ...latest.current, to })
      },
      onPointerUp: () => {
        const done = latest.current
        set(null)
        if (done !== null && done.to !== done.from) onMove(done.from, done.to)
      },
      onPointerCancel: () => set(null),
    }),
  }
}
