/** Room between neighbours of a queue, so that a move writes one row. */
export const RANK_GAP = 2 ** 20

/** Returns a rank between two neighbours, null where there is none left and the queue is numbered anew; null for a neighbour that is not there. */
export function rankBetween(before: number | null, after: number | null): number | null {
  if (before === null) return after === null ? RANK_GAP : after - RANK_GAP
  if (after === null) return before + RANK_GAP
  const middle = Math.floor((before + after) / 2)
  return middle > before && middle < after ? middle : null
}

/**
 * Returns where an order goes in a queue of `length` others: right after the one at `afterIndex`, null = at the top; or to a place counted from 1,
 * which is drawn into the queue.
 */
export function placeInQueue(length: number, wanted: { readonly afterIndex: number | null } | { readonly priority: number }): number {
  if ('priority' in wanted) return Math.min(length, Math.max(0, wanted.priority - 1))
  return wanted.afterIndex === null ? 0 : wanted.afterIndex + 1
}
