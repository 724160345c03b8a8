import type { Stop } from '#web/parts/classify/stops.view.ts'
import { useLetter } from '#web/ui/useLetter.ts'
import { mayBeApproved, rangeBeside } from './losses.view.ts'
import type { LossesSearch } from './lossesSearch.ts'
import type { LossRow } from './lossRow.ts'

type LossActs = {
  readonly search: LossesSearch
  readonly change: (next: Partial<LossesSearch>, options?: { readonly isStep?: boolean }) => void
  /** The date of the company. */
  readonly today: string
  /** The stop that most asks for a reason; null = none. */
  readonly next: Stop | null
  readonly mayEdit: boolean
  readonly mayApprove: boolean
  readonly onAsk: (stop: Stop, isNoteFirst: boolean) => void
  readonly onAskMany: (ids: readonly number[]) => void
  readonly onApprove: (row: LossRow) => void
  readonly onSplit: (row: LossRow) => void
  readonly onMerge: (rows: readonly LossRow[]) => void
}

const NO_KEYS = {}

/**
 * Returns what the letters do with the selected losses or the one that has the focus: `r` reason, `e` comment, `s` split, `a` approve, `m` merge. With no
 * loss chosen `r` asks for the reason of the next stop that waits for one. `[` and `]` go to the days before and after.
 */
export function useLossKeys(acts: LossActs): Readonly<Record<string, (rows: readonly LossRow[]) => void>> {
  const { search, change, today, next, mayEdit, mayApprove } = acts
  const step = (by: 1 | -1) => {
    const beside = rangeBeside(search, today, by)
    if (beside !== null) change({ page: 1, ...beside })
  }
  useLetter('[', () => step(-1))
  useLetter(']', () => step(1))
  const reasonOfNext = () => {
    if (next !== null) acts.onAsk(next, false)
  }
  if (!mayEdit) return NO_KEYS
  const editable = (rows: readonly LossRow[]) => rows.filter(({ loss, stop }) => loss.isValid && stop.refusal === null)
  const only = (rows: readonly LossRow[], act: (row: LossRow) => void) => {
    const [row, ...others] = editable(rows)
    if (row !== undefined && others.length === 0) act(row)
  }
  return {
    r: (rows) => {
      if (rows.length === 0) reasonOfNext()
      else if (rows.length > 1) acts.onAskMany(rows.map(({ stop }) => stop.id))
      else only(rows, ({ stop }) => acts.onAsk(stop, false))
    },
    e: (rows) => only(rows, ({ stop }) => acts.onAsk(stop, true)),
    s: (rows) => only(rows, acts.onSplit),
    m: (rows) => rows.length > 1 && acts.onMerge(rows),
    ...(mayApprove && { a: (rows: readonly LossRow[]) => only(rows.filter(mayBeApproved), acts.onApprove) }),
  }
}
