import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { BoardSpot } from './board.view.ts'

/** The pointer moves so far before it drags: a press alone is none. */
const SLACK_PX = 4

/**
 * Returns how cards are dragged by their grips, with a mouse, a pen or a finger. Columns say `data-place` and cards `data-card`; Escape takes the drag
 * back.
 */
export function useCardDrag(onDrop: (id: number, spot: BoardSpot) => void) {
  const [dragged, setDragged] = useState<{ readonly id: number; readonly spot: BoardSpot | null } | null>(null)
  const stop = useRef<() => void>(() => {})
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => () => stop.current(), [])
  const onPointerDown = (id: number, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    const start = { x: event.clientX, y: event.clientY }
    let spot: BoardSpot | null = null
    let isDragging = false
    const onMove = (move: globalThis.PointerEvent) => {
      if (!isDragging && Math.hypot(move.clientX - start.x, move.clientY - start.y) < SLACK_PX) return
      isDragging = true
      spot = spotAt(id, move.clientX, move.clientY) ?? spot
      setDragged({ id, spot })
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
      const found = isDragging ? spot : null
      end()
      if (found !== null) latest.current(id, found)
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
  return { draggedId: dragged?.id ?? null, target: dragged?.spot ?? null, onPointerDown }
}

/** Returns before how many others of the column under the pointer the card would go; null outside of all columns. */
function spotAt(id: number, x: number, y: number): BoardSpot | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')
  const placeId = Number(column?.dataset['place'])
  if (column == null || !Number.isInteger(placeId)) return null
  const others = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.dataset['card'] !== String(id))
  const above = others.filter((card) => {
    const box = card.getBoundingClientRect()
    return box.top + box.height / 2 < y
  })
  return { placeId, index: above.length }
}
