import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** The pointer moves so far before it drags: a press alone is none. */
const SLACK_PX = 4

export type PointerDrag<Target> = {
  /** What is being dragged; null = nothing. */
  readonly draggedId: number | null
  /** Where it would go. */
  readonly target: Target | null
  /** For the handle of what is dragged. */
  onPointerDown(id: number, event: PointerEvent<HTMLElement>): void
}

/**
 * Returns how things are dragged by their handles, with a mouse, a pen or a finger; Escape takes the drag back. `targetAt` says where the dragged one
 * would go at a point of the window (CSS px), null = nowhere new.
 */
export function usePointerDrag<Target>(
  targetAt: (id: number, x: number, y: number) => Target | null,
  onDrop: (id: number, target: Target) => void,
): PointerDrag<Target> {
  const [dragged, setDragged] = useState<{ readonly id: number; readonly target: Target | null } | null>(null)
  const stop = useRef<() => void>(() => {})
  const latest = useRef({ targetAt, onDrop })
  useEffect(() => {
    latest.current = { targetAt, onDrop }
  })
  useEffect(() => () => stop.current(), [])
  const onPointerDown = (id: number, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    const start = { x: event.clientX, y: event.clientY }
    let target: Target | null = null
    let isDragging = false
    const onMove = (move: globalThis.PointerEvent) => {
      if (!isDragging && Math.hypot(move.clientX - start.x, move.clientY - start.y) < SLACK_PX) return
      isDragging = true
      target = latest.current.targetAt(id, move.clientX, move.clientY) ?? target
      setDragged({ id, target })
    }
    const end = () => {
      document.removeEventListener('pointermove', onMove)
      document.removeEventListener('pointerup', onUp)
      document.removeEventListener('pointercancel', end)
      document.removeEventListener('keydown', onKeyDown, true)
      setDragged(null)
      stop.current = () => {}
    }
    const onUp = () => {
      const found = isDragging ? target : null
      end()
      if (found !== null) latest.current.onDrop(id, found)
    }
    const onKeyDown = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      end()
    }
    document.addEventListener('pointermove', onMove)
    document.addEventListener('pointerup', onUp)
    document.addEventListener('pointercancel', end)
    document.addEventListener('keydown', onKeyDown, true)
    stop.current = end
  }
  return { draggedId: dragged?.id ?? null, target: dragged?.target ?? null, onPointerDown }
}
