import { type PointerDrag, usePointerDrag } from '#web/ui/usePointerDrag.ts'

/** Where a dragged row would go: into the group of that key, before the row, null = at its end. */
export type DropTarget = { readonly group: string; readonly beforeId: number | null }

export type RowDrag = PointerDrag<DropTarget>

/** Returns how rows are dragged by their handles. Rows say `data-reason` and groups `data-group`. The keyboard and the menu of a row do the same. */
export function useRowDrag(onDrop: (id: number, target: DropTarget) => void): RowDrag {
  return usePointerDrag(targetAt, onDrop)
}

function targetAt(_id: number, x: number, y: number): DropTarget | null {
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
