import { fastestQuarter } from './changeover.ts'
import { median } from './orderPace.ts'

/** A changeover that was measured, between two products. */
export type ChangeoverCase = { readonly fromItem: number; readonly toItem: number; readonly ms: number }

/** What changing from one product to another took. */
export type MatrixCell<Case> = {
  readonly fromItem: number
  readonly toItem: number
  readonly usualMs: number
  /** The end of the fastest quarter. */
  readonly bestMs: number
  /** The newest first. */
  readonly cases: readonly Case[]
  /** 0 = the shortest of the matrix, 1 = the longest. */
  readonly heat: number
}

export type ChangeoverMatrix<Case> = {
  /** Products that were changed from, and to, those with the most cases first. */
  readonly fromItems: readonly number[]
  readonly toItems: readonly number[]
  readonly cells: readonly MatrixCell<Case>[]
}

/** Only the last so many of a pair say what is usual now (domain.md F-3). */
const LATEST = 20

/** Returns what each changeover between two products took, of cases that stand newest first (domain.md F-3). */
export function changeoverMatrix<Case extends ChangeoverCase>(past: readonly Case[]): ChangeoverMatrix<Case> {
  const pairs = Map.groupBy(past, ({ fromItem, toItem }) => `${fromItem} ${toItem}`)
  const measured = [...pairs.values()].flatMap((all) => {
    const cases = all.slice(0, LATEST)
    const [first] = cases
    const times = cases.map(({ ms }) => ms)
    if (first === undefined) return []
    return [{ fromItem: first.fromItem, toItem: first.toItem, usualMs: median(times), bestMs: fastestQuarter(times), cases }]
  })
  const usual = measured.map(({ usualMs }) => usualMs)
  const [shortest, longest] = [Math.min(...usual), Math.max(...usual)]
  const heatOf = (ms: number) => (longest === shortest ? 0 : (ms - shortest) / (longest - shortest))
  return {
    fromItems: byCount(past.map(({ fromItem }) => fromItem)),
    toItems: byCount(past.map(({ toItem }) => toItem)),
    cells: measured.map((cell) => ({ ...cell, heat: heatOf(cell.usualMs) })),
  }
}

function byCount(ids: readonly number[]): readonly number[] {
  const counts = Map.groupBy(ids, (id) => id)
  return [...counts.keys()].toSorted((a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0) || a - b)
}
