import { changeoverTo } from './placeQueue.ts'
import type { PlaceQueue, SequencedOrder } from './placeQueue.ts'
import { plannedClock } from './queueForecast.ts'

/** How good a sequence is; each of the later ones decides only between equals. */
export type Score = readonly [lateOrders: number, lateMs: number, changeoverMs: number]

/** An order that waits, by its number in the sequence as it is. */
export type Slot<Id> = { readonly index: number; readonly order: SequencedOrder<Id> }

/**
 * Returns the orders that wait, and how good a sequence of them is: what the forecast of the queue says (domain.md F-1), without what a score has no need
 * of, as thousands of sequences are tried: what ends beyond the shifts that are known is late by what it is at least. Null as soon as more are late than
 * `mostLate`.
 */
export function sequenceScorer<Id>(queue: PlaceQueue<Id>, now: number) {
  const { notBefore } = plannedClock(now, queue.shifts)
  const slots = queue.orders.filter(({ isRunning }) => !isRunning).map((order, index): Slot<Id> => ({ index, order }))
  const running = queue.orders.filter(({ isRunning }) => isRunning)
  // Behind one whose need is not known no end is.
  const runningMs = running.reduce((sum, { neededMs }) => sum + (neededMs ?? Infinity), 0)
  const lastOfRunning = running.at(-1)
  const first = lastOfRunning === undefined ? queue.lastProduct : lastOfRunning.product
  // By what is made before, then by what comes; the last row is of what is made now. Asked once of each pair.
  const size = slots.length
  const changes = new Float64Array((size + 1) * size).fill(-1)
  const changeMs = (from: Slot<Id> | undefined, to: Slot<Id>): number => {
    const key = (from?.index ?? size) * size + to.index
    const known = changes[key] ?? -1
    if (known >= 0) return known
    const { usualMs } = changeoverTo(to.order.product, from === undefined ? first : from.order.product, queue.changeovers)
    changes[key] = usualMs
    return usualMs
  }
  const scoreOf = (sequence: readonly Slot<Id>[], mostLate = Infinity): Score | null => {
    let [late, lateMs, changeoverMs, passedMs] = [0, 0, 0, runningMs]
    let before: Slot<Id> | undefined
    for (const slot of sequence) {
      const change = changeMs(before, slot)
      before = slot
      changeoverMs += change
      passedMs = passedMs + change + (slot.order.neededMs ?? Infinity)
      const { dueDate } = slot.order
      const overdue = dueDate === null || passedMs === Infinity ? 0 : (notBefore(passedMs) ?? 0) - dueDate
      if (overdue <= 0) continue
      late++
      lateMs += overdue
      if (late > mostLate) return null
    }
    return [late, lateMs, changeoverMs]
  }
  return { slots, scoreOf }
}
