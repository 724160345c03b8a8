import type { Interval } from '#engine/time/interval.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { orderCycleOf } from './orderCycle.ts'
import type { OrderSpeed } from './orderCycle.ts'

/** Returns how long an order takes (ms), as entered, else by output and speed in whole seconds, rounded up; null when that is not known (domain.md J-9). */
export function planDurationOf(
  order: OrderSpeed & { readonly planDurationMs: number | null; readonly planOutput: number | null },
  placeCycleMs: number | null,
): number | null {
  if (order.planDurationMs !== null) return order.planDurationMs
  const cycleMs = orderCycleOf(order) ?? placeCycleMs
  if (order.planOutput === null || cycleMs === null) return null
  // A hair above a whole second is the noise of the division.
  return Math.ceil(Number(((order.planOutput * cycleMs) / SECOND_MS).toFixed(6))) * SECOND_MS
}

/** Returns when so much scheduled time has passed since the instant; null where the shifts, ascending, do not hold as much (domain.md J-9). */
export function endOfScheduledTime(start: number, durationMs: number, shifts: readonly Interval[]): number | null {
  let left = durationMs
  for (const shift of shifts) {
    const from = Math.max(start, shift.start)
    if (shift.end <= from) continue
    if (shift.end - from >= left) return from + left
    left -= shift.end - from
  }
  return null
}

/** Returns how much of the plan is due by the instant: the plan × scheduled time passed ÷ scheduled time of the window, 0 to the plan (domain.md J-9). */
export function expectedBy(planOutput: number, window: Interval, at: number, shifts: readonly Interval[]): number {
  const whole = scheduledIn(window, shifts)
  if (whole <= 0) return at >= window.end ? planOutput : 0
  return planOutput * Math.min(1, Math.max(0, scheduledIn({ start: window.start, end: at }, shifts) / whole))
}

function scheduledIn({ start, end }: Interval, shifts: readonly Interval[]): number {
  return shifts.reduce((sum, shift) => sum + Math.max(0, Math.min(end, shift.end) - Math.max(start, shift.start)), 0)
}
