import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Where a dragged row would go: into the group of that key, before the row, null = at its end. */
export type DropTarget = { readonly group: string; readonly beforeId: number | null }

export type RowDrag = {
  /** The row that is being dragged; null = none. */
  readonly draggedId: number | null
  readonly target: DropTarget | null
  /** For the handle of a row. */
  onPointerDown(id: number, event: PointerEvent<HTMLElement>): void
}

/** The pointer moves so far before it drags: a press alone is none. */
const SLACK_PX = 4

/**
 * Returns how rows are dragged by their handles, with a mouse, a pen or a finger. Rows say `data-reason` and groups `data-group`; Escape takes the
 * drag back. The keyboard and the menu of a row do the same.
 */
export function useRowDrag(onDrop: (id: number, target: DropTarget) => void): RowDrag {
  const [dragged, setDragged] = useState<{ readonly id: number; readonly target: DropTarget | null } | null>(null)
  const stop = useRef<() => void>(() => {})
  useEffect(() => () => stop.current(), [])
  const onPointerDown = (id: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    const start = { x: event.clientX, y: event.clientY }
    let target: DropTarget | null = null
    let isDragging = false
    const onMove = (move: globalThis.PointerEvent) => {
      if (!isDragging && Math.hypot(move.clientX - start.x, move.clientY - start.y) < SLACK_PX) return
      isDragging = true
      target = targetAt(move.clientX, move.clientY) ?? target
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
      if (found !== null) onDrop(id, found)
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

function targetAt(x: number, y: number): DropTarget | null {
  const under = document.elementFromPoint(x, y)
  const group = under?.closest<HTMLElement>('[data-group]')
  const key = group?.dataset['group']
  if (group == null || key === undefined) return null
  const row = under?.closest<HTMLElement>('[data-reason]')
  if (row == null) return { group: key, beforeId: idOf(group.querySelector('[data-reason]')) }
  const box = row.getBoundingClientRect()
  const isUpper = y < box.top + box.height / 2
  return { group: key, beforeId: isUpper ? idOf(row) : idOf(row.nextElementSibling) }
}

function idOf(row: Element | null): number | null {
  const id = row instanceof HTMLElement ? row.dataset['reason'] : undefined
  return id === undefined ? null : Number(id)
}
