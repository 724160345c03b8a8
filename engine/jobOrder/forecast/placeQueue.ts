import { estimateChangeover } from './changeover.ts'
import type { ChangeoverEstimate, PastChangeover } from './changeover.ts'
import { latenessOf } from './lateness.ts'
import type { Lateness } from './lateness.ts'
import { forecastQueue } from './queueForecast.ts'
import type { OrderForecast, PlannedShift, QueuedOrder } from './queueForecast.ts'

/** What is made, as far as changing to it takes time. */
export type MadeProduct = { readonly item: number; readonly family: string | null }

/** An order of a queue, whose changeover follows from what is made before it. */
export type SequencedOrder<Id> = Omit<QueuedOrder<Id>, 'changeoverMs'> & {
  readonly product: MadeProduct | null
  readonly dueDate: number | null
}

/** What is worked on and waits at a work center, in its sequence, and what decides when it will be made. */
export type PlaceQueue<Id> = {
  readonly orders: readonly SequencedOrder<Id>[]
  /** What was made last; null = not known. */
  readonly lastProduct: MadeProduct | null
  /** The newest first. */
  readonly changeovers: readonly PastChangeover[]
  readonly shifts: readonly PlannedShift[]
}

/** When an order will be made, whether that is too late, and what changing to it takes. */
export type QueueForecast<Id> = OrderForecast<Id> & { readonly lateness: Lateness | null; readonly changeover: ChangeoverEstimate }

const NOT_KNOWN: ChangeoverEstimate = { usualMs: 0, bestMs: 0, count: 0, of: 'UNKNOWN' }

/** Returns the forecast of a queue in its sequence: what is made before an order decides how long changing to it takes (domain.md F-1, F-3). */
export function forecastPlaceQueue<Id>(queue: PlaceQueue<Id>, now: number): readonly QueueForecast<Id>[] {
  const changeovers = changeoversOf(queue)
  const orders = queue.orders.map((order, index) => ({ ...order, changeoverMs: changeovers[index]?.usualMs ?? 0 }))
  return forecastQueue(orders, now, queue.shifts).map((forecast, index) => ({
    ...forecast,
    lateness: latenessOf({ dueDate: queue.orders[index]?.dueDate ?? null, timeEnd: null, ...forecast }, now),
    changeover: changeovers[index] ?? NOT_KNOWN,
  }))
}

/** Known of a list of changeovers: a sequence is tried many times over. */
const estimates = new WeakMap<readonly PastChangeover[], Map<string, ChangeoverEstimate>>()

function changeoversOf<Id>({ orders, lastProduct, changeovers }: PlaceQueue<Id>): readonly ChangeoverEstimate[] {
  let before = lastProduct
  return orders.map(({ product, isRunning }) => {
    const change = isRunning ? NOT_KNOWN : changeoverTo(product, before, changeovers)
    before = product
    return change
  })
}

/** Returns what changing to a product from the one before takes; nothing where one of them is not known. */
export function changeoverTo(to: MadeProduct | null, from: MadeProduct | null, past: readonly PastChangeover[]): ChangeoverEstimate {
  return from === null || to === null ? NOT_KNOWN : estimateOf(from, to, past)
}

function estimateOf(from: MadeProduct, to: MadeProduct, past: readonly PastChangeover[]): ChangeoverEstimate {
  const known = estimates.get(past) ?? new Map<string, ChangeoverEstimate>()
  estimates.set(past, known)
  const key = `${from.item} ${to.item}`
  const estimate =
    known.get(key) ?? estimateChangeover({ fromItem: from.item, toItem: to.item, fromFamily: from.family, toFamily: to.family }, past)
  known.set(key, estimate)
  return estimate
}
