import type { Interval } from '#engine/time/interval.ts'
import { orderCycleOf } from './orderCycle.ts'
import type { OrderSpeed } from './orderCycle.ts'
import { endOfScheduledTime } from './planWindow.ts'

/** How much scheduled time an order still needs (ms); null = that is not known. */
export type NeededTime = { readonly id: number; readonly neededMs: number | null }

/** Returns how much scheduled time is left of an order: what is missing of its plan at its speed; null without a plan or a speed (domain.md J-44). */
export function neededTimeOf(
  order: OrderSpeed & { readonly planOutput: number | null },
  madeAccepted: number,
  placeCycleMs: number | null,
): number | null {
  const cycleMs = orderCycleOf(order) ?? placeCycleMs
  return order.planOutput === null || cycleMs === null ? null : Math.max(0, order.planOutput - madeAccepted) * cycleMs
}

/**
 * Returns from when to when each order of a work center is worked on (domain.md J-44): those in progress from now on, beside each other, then the queue,
 * one after the other, by scheduled time alone. Shifts ascend. What follows an order of which that is not known has no estimate either.
 */
export function estimateQueue(
  { running, queued }: { readonly running: readonly NeededTime[]; readonly queued: readonly NeededTime[] },
  now: number,
  shifts: readonly Interval[],
): ReadonlyMap<number, Interval> {
  const found = new Map<number, Interval>()
  const endOf = (start: number | null, { id, neededMs }: NeededTime): number | null => {
    const end = start === null || neededMs === null ? null : endOfScheduledTime(start, neededMs, shifts)
    if (start !== null && end !== null) found.set(id, { start, end })
    return end
  }
  const ends = running.map((order) => endOf(now, order))
  let free: number | null = ends.reduce<number | null>(
    (latest, end) => (latest === null || end === null ? null : Math.max(latest, end)),
    now,
  )
  for (const order of queued) free = endOf(free, order)
  return found
}
