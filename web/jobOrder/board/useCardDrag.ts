import { type PointerDrag, usePointerDrag } from '#web/ui/usePointerDrag.ts'
import type { BoardSpot } from './board.view.ts'

/** Returns how cards are dragged by their grips. Columns say `data-place` and cards `data-card`. */
export function useCardDrag(onDrop: (id: number, spot: BoardSpot) => void): PointerDrag<BoardSpot> {
  return usePointerDrag(spotAt, onDrop)
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
