import { RANK_GAP } from '../queueRank.ts'

/** Where new orders go in a queue, and which of those that wait already get another rank because there was no room. */
export type QueuePlaces<New> = {
  readonly added: ReadonlyMap<New, number>
  readonly moved: readonly { readonly id: number; readonly rank: number }[]
}

/**
 * Returns the ranks of new orders: one with a priority stands at that place of the queue, from 1, the others at its end as they come. Of two with one
 * priority the first stands first.
 */
export function placeByPriority<New>(
  queue: readonly { readonly id: number; readonly rank: number }[],
  orders: readonly { readonly key: New; readonly priority: number | null }[],
): QueuePlaces<New> {
  const wanting = orders.filter(({ priority }) => priority !== null).toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0))
  const sequence: (Standing | Added<New>)[] = []
  let next = 0
  for (const standing of queue) {
    for (let one = wanting[next]; one !== undefined && (one.priority ?? 0) <= sequence.length + 1; one = wanting[++next])
      sequence.push({ key: one.key })
    sequence.push(standing)
  }
  sequence.push(
    ...wanting.slice(next).map(({ key }) => ({ key })),
    ...orders.filter(({ priority }) => priority === null).map(({ key }) => ({ key })),
  )
  return ranked(sequence) ?? numbered(sequence)
}

type Standing = { readonly id: number; readonly rank: number }
type Added<New> = { readonly key: New }

/** Ranks between those that stand; null where there is no room. */
function ranked<New>(sequence: readonly (Standing | Added<New>)[]): QueuePlaces<New> | null {
  const added = new Map<New, number>()
  let waiting: New[] = []
  let before: number | null = null
  const settle = (after: number | null): boolean => {
    const from: number = before ?? (after === null ? 0 : after - (waiting.length + 1) * RANK_GAP)
    const step = after === null ? RANK_GAP : Math.floor((after - from) / (waiting.length + 1))
    for (const [at, key] of waiting.entries()) added.set(key, from + (at + 1) * step)
    const isRoom = step >= 1 || waiting.length === 0
    waiting = []
    return isRoom
  }
  for (const one of sequence) {
    if ('key' in one) waiting.push(one.key)
    else {
      if (!settle(one.rank)) return null
      before = one.rank
    }
  }
  return settle(null) ? { added, moved: [] } : null
}

function numbered<New>(sequence: readonly (Standing | Added<New>)[]): QueuePlaces<New> {
  const added = new Map<New, number>()
  const moved: { readonly id: number; readonly rank: number }[] = []
  for (const [at, one] of sequence.entries()) {
    const rank = (at + 1) * RANK_GAP
    if ('key' in one) added.set(one.key, rank)
    else moved.push({ id: one.id, rank })
  }
  return { added, moved }
}
