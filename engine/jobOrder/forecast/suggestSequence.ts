import { MINUTE_MS } from '#engine/time/durations.ts'
import { changeoverSum } from './moveEffect.ts'
import { forecastPlaceQueue } from './placeQueue.ts'
import type { PlaceQueue, SequencedOrder } from './placeQueue.ts'

/** So many orders that wait are looked at: those behind them stay behind them. */
export const MOST_SEQUENCED = 40
const MOST_MOVES = 200
/** What begins so soon is being prepared. */
const SOON_MS = 30 * MINUTE_MS

/** How good a sequence is; each of the later ones decides only between equals. */
type Score = readonly [lateOrders: number, lateMs: number, changeoverMs: number]

/** A move of a suggestion: the order goes right behind another one, null = to the top of what waits. */
export type SuggestedMove<Id> = { readonly id: Id; readonly after: Id | null; readonly queue: PlaceQueue<Id> }

/**
 * Yields moves that make the queue better one after the other, at most 200 (domain.md F-8): each is the one that leaves the fewest orders late, then the
 * least time late, then the least changeover. What is worked on stays, and so does the first order if it begins within half an hour.
 */
export function* suggestMoves<Id>(queue: PlaceQueue<Id>, now: number): Generator<SuggestedMove<Id>> {
  const running = queue.orders.filter(({ isRunning }) => isRunning)
  let waiting = queue.orders.filter(({ isRunning }) => !isRunning)
  const withOrders = (orders: readonly SequencedOrder<Id>[]): PlaceQueue<Id> => ({ ...queue, orders: [...running, ...orders] })
  const start = forecastPlaceQueue(withOrders(waiting), now)[running.length]?.start ?? null
  const fixed = start !== null && start - now <= SOON_MS ? 1 : 0
  const end = Math.min(waiting.length, MOST_SEQUENCED)
  let score = scoreOf(withOrders(waiting), now)
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    let best: { readonly orders: typeof waiting; readonly score: Score; readonly from: number; readonly to: number } | null = null
    // Of two that swap places the later one is moved: what is late is made earlier.
    for (let from = end - 1; from >= fixed; from--) {
      for (let to = fixed; to < end; to++) {
        const orders = from === to ? waiting : placed(waiting, from, to)
        const tried = from === to ? score : scoreOf(withOrders(orders), now)
        if (isBetter(tried, best?.score ?? score)) best = { orders, score: tried, from, to }
      }
    }
    if (best === null) return
    const moved = best.orders[best.to]
    if (moved === undefined) return
    waiting = [...best.orders]
    score = best.score
    yield { id: moved.id, after: waiting[best.to - 1]?.id ?? null, queue: withOrders(waiting) }
  }
}

function placed<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

function scoreOf<Id>(queue: PlaceQueue<Id>, now: number): Score {
  const forecast = forecastPlaceQueue(queue, now)
  const late = forecast.map(({ end }, index) => Math.max(0, (end ?? 0) - (queue.orders[index]?.dueDate ?? Infinity))).filter((ms) => ms > 0)
  return [late.length, late.reduce((sum, ms) => sum + ms, 0), changeoverSum(forecast)]
}

/** Differences below a second are those of fractions. */
function isBetter(one: Score, other: Score): boolean {
  if (one[0] !== other[0]) return one[0] < other[0]
  if (Math.abs(one[1] - other[1]) >= 1000) return one[1] < other[1]
  return one[2] <= other[2] - 1000
}
