import { useState } from 'react'
import { serverNow } from '#web/ui/clock.ts'
import { type OpRow, rowInPlaceOf, rowKey } from './operator.view.ts'
import type { Drafts } from './useDrafts.ts'

/** The key of a row; null = the first one, undefined = none. */
type Opened = number | null | undefined
type Known = { readonly key: number; readonly row: OpRow }

/**
 * Returns which row of the queue is open, and what opens another. A stop that is cut again, by late data or by a colleague, has another number
 * afterwards: the row in its place stays open, with what was typed.
 */
export function useOpenRow(rows: readonly OpRow[], drafts: Drafts): readonly [opened: Opened, open: (key: Opened) => void] {
  const [opened, open] = useState<Opened>(null)
  const [known, setKnown] = useState<Known | null>(null)
  if (opened == null) return [opened, open]
  const row = rows.find((one) => rowKey(one) === opened)
  if (row !== undefined && row !== known?.row) setKnown({ key: opened, row })
  if (row === undefined && known?.key === opened) {
    const next = rowInPlaceOf(known.row, rows, serverNow())
    setKnown(null)
    if (next !== null) {
      const [before, after] = [known.row.stops.at(-1) ?? known.row.stops[0], next.stops.at(-1) ?? next.stops[0]]
      if (drafts.of(before.id) !== '') drafts.put(after.id, drafts.of(before.id))
      open(rowKey(next))
    }
  }
  return [opened, open]
}
