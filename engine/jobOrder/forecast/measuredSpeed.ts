import { median } from './orderPace.ts'

/** What a finished order took: time in which the machine ran, and what it counted in it. */
export type WorkedOrder = { readonly closedOn: number; readonly runMs: number; readonly units: number }

/** How fast a product was made: ms a unit while the machine ran, the middle of so many finished orders, and each of the newest of them. */
export type MeasuredSpeed = {
  readonly cycleMs: number
  readonly orders: number
  readonly newest: readonly (WorkedOrder & { readonly cycleMs: number })[]
}

const MOST_NEWEST = 5

/** Returns how fast finished orders of a product were made at a work center, the newest first; null where none of them ran and made anything. */
export function measuredSpeed(worked: readonly WorkedOrder[]): MeasuredSpeed | null {
  const cycles = worked
    .filter(({ runMs, units }) => runMs > 0 && units > 0)
    .map((order) => ({ ...order, cycleMs: order.runMs / order.units }))
  if (cycles.length === 0) return null
  return { cycleMs: median(cycles.map(({ cycleMs }) => cycleMs)), orders: cycles.length, newest: cycles.slice(0, MOST_NEWEST) }
}
