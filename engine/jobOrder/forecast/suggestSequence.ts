import { MINUTE_MS } from '#engine/time/durations.ts'
import { forecastPlaceQueue } from './placeQueue.ts'
import type { PlaceQueue } from './placeQueue.ts'
import { sequenceScorer } from './sequenceScore.ts'
import type { Score, Slot } from './sequenceScore.ts'

/** So many orders that wait are looked at: those behind them stay behind them. */
export const MOST_SEQUENCED = 40
const MOST_MOVES = 200
/** What begins so soon is being prepared. */
const SOON_MS = 30 * MINUTE_MS

/** A move of a suggestion: the order goes right behind another one, null = to the top of what waits. */
export type SuggestedMove<Id> = { readonly id: Id; readonly after: Id | null; readonly queue: PlaceQueue<Id> }

/**
 * Yields moves that make the queue better one after the other, at most 200 (domain.md F-8): each is the one that leaves the fewest orders late, then the
 * least time late, then the least changeover. What is worked on stays, and so does the first order if it begins within half an hour, and what is not known to
 * end: an order without a known need, and all behind it. Null = still looking:
 * yielded often, so that whoever asks can let others go on.
 */
export function* suggestMoves<Id>(queue: PlaceQueue<Id>, now: number): Generator<SuggestedMove<Id> | null> {
  const running = queue.orders.filter(({ isRunning }) => isRunning)
  const { slots, scoreOf } = sequenceScorer(queue, now)
  const withOrders = (waiting: readonly Slot<Id>[]): PlaceQueue<Id> => ({
    ...queue,
    orders: [...running, ...waiting.map(({ order }) => order)],
  })
  const start = forecastPlaceQueue(withOrders(slots), now)[running.length]?.start ?? null
  const fixed = start !== null && start - now <= SOON_MS ? 1 : 0
  // What stands behind an end that nobody knows is not better anywhere: it would only not be known to be late.
  const known = running.some(({ neededMs }) => neededMs === null) ? 0 : slots.findIndex(({ order }) => order.neededMs === null)
  const end = Math.min(known === -1 ? slots.length : known, MOST_SEQUENCED)
  let waiting: readonly Slot<Id>[] = slots
  let score = scoreOf(waiting)
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    let best: { readonly orders: typeof waiting; readonly to: number } | null = null
    // Of two that swap places the later one is moved: what is late is made earlier.
    for (let from = end - 1; from >= fixed; from--) {
      for (let to = fixed; to < end; to++) {
        if (from === to) continue
        const orders = placed(waiting, from, to)
        const tried = scoreOf(orders, score?.[0])
        if (tried === null || score === null || !isBetter(tried, score)) continue
        best = { orders, to }
        score = tried
      }
      yield null
    }
    const moved = best?.orders[best.to]
    if (best === null || moved === undefined) return
    const after = best.orders[best.to - 1]?.order.id ?? null
    waiting = best.orders
    yield { id: moved.order.id, after, queue: withOrders(waiting) }
  }
}

function placed<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Differences below a second are those of fractions. */
function isBetter(one: Score, other: Score): boolean {
  if (one[0] !== other[0]) return one[0] < other[0]
  if (Math.abs(one[1] - other[1]) >= 1000) return one[1] < other[1]
  return one[2] <= other[2] - 1000
}
