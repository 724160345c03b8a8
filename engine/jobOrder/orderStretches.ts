import type { JobOrderId } from '#engine/ids.ts'
import type { JobRun, JobSetup, ParallelMode } from './jobRun.ts'

/** An order in progress and its ms a unit; null = unknown. */
export type OrderCycle = { readonly jobOrderId: JobOrderId; readonly idealCycleMs: number | null }

/** Time from `start` to the next stretch in which the same orders are in progress (domain.md S-51). */
export type OrderStretch = {
  readonly start: number
  /** Ascending by order; empty = idle. */
  readonly orders: readonly OrderCycle[]
  /** Ms a registered unit (domain.md D-46); null = unknown. */
  readonly idealCycleMs: number | null
  /** Ms between two counts of the device: a stroke that makes a piece of every order takes as long as all of them (domain.md O-16). */
  readonly strokeMs: number | null
  /** How many pieces a stroke makes: one, or one of every order. */
  readonly piecesPerStroke: number
  /** Ms a stroke of the fastest order, or of the work center: nothing is made much faster (domain.md S-63). null = unknown. */
  readonly fastestCycleMs: number | null
}

/**
 * Returns the stretches of constant orders; the first has no beginning. `referenceCycleMs` applies while no order is in progress and to an order
 * without its own cycle (domain.md D-46). Touching orders make no empty stretch between them.
 */
export function orderStretches({ runs, parallelMode }: JobSetup, referenceCycleMs: number | null): readonly OrderStretch[] {
  const idle = {
    orders: [],
    idealCycleMs: referenceCycleMs,
    strokeMs: referenceCycleMs,
    piecesPerStroke: 1,
    fastestCycleMs: referenceCycleMs,
  }
  const stretches: OrderStretch[] = [{ start: -Infinity, ...idle }]
  let active: readonly JobRun[] = []
  const starts = runs.filter((run) => run.end === null || run.end > run.start).toSorted((a, b) => a.start - b.start)
  let next = 0
  for (const start of changesOf(starts)) {
    active = active.filter((run) => run.end === null || run.end > start)
    for (let run = starts[next]; run && run.start === start; run = starts[++next]) active = [...active, run]
    const orders = ordersOf(active, referenceCycleMs)
    const stretch = orders.length === 0 ? { start, ...idle } : stretchOf(start, orders, parallelMode)
    const last = stretches.at(-1)
    if (!last || !isSame(last.orders, orders)) stretches.push(stretch)
  }
  return stretches
}

/** Returns the stretch that holds the instant. */
export function stretchAt(stretches: readonly OrderStretch[], at: number): OrderStretch {
  const found = stretches[indexAt(stretches, at)]
  if (!found) throw new Error('there is a stretch at every instant')
  return found
}

/** Returns the first instant after `at` at which the orders change, Infinity for none. */
export function nextChange(stretches: readonly OrderStretch[], at: number): number {
  return stretches.length === 1 ? Infinity : (stretches[indexAt(stretches, at) + 1]?.start ?? Infinity)
}

/**
 * Returns the ideal time in ms of the units of each order, null when a cycle is unknown (domain.md D-46). The sum where orders take turns; the mean
 * where each stroke makes a piece of every order. Units without an order use the cycle of a registered unit.
 */
export function priceOf(
  units: readonly { readonly jobOrderId: JobOrderId | null; readonly units: number }[],
  { orders, idealCycleMs }: Pick<OrderStretch, 'orders' | 'idealCycleMs'>,
  parallelMode: ParallelMode,
): number | null {
  let sum = 0
  const share = parallelMode === 'SIMULTANEOUS' ? Math.max(1, orders.length) : 1
  for (const made of units) {
    if (made.units === 0) continue
    const order = orders.find(({ jobOrderId }) => jobOrderId === made.jobOrderId)
    const cycleMs = order ? order.idealCycleMs : idealCycleMs
    if (cycleMs === null) return null
    sum += (made.units * cycleMs) / (order ? share : 1)
  }
  return sum
}

function stretchOf(start: number, orders: readonly OrderCycle[], parallelMode: ParallelMode): OrderStretch {
  const piecesPerStroke = parallelMode === 'SIMULTANEOUS' ? orders.length : 1
  const strokeMs = sharedCycle(orders)
  const idealCycleMs = strokeMs === null ? null : strokeMs / piecesPerStroke
  return { start, orders, idealCycleMs, strokeMs, piecesPerStroke, fastestCycleMs: fastestCycle(orders) }
}

/** With turns each order makes the same share of the counter; with strokes a stroke is worth the mean of their times. Both give the mean. */
function sharedCycle(orders: readonly OrderCycle[]): number | null {
  let sum = 0
  for (const { idealCycleMs } of orders) {
    if (idealCycleMs === null) return null
    sum += idealCycleMs
  }
  return sum / orders.length
}

function fastestCycle(orders: readonly OrderCycle[]): number | null {
  let fastest = Infinity
  for (const { idealCycleMs } of orders) {
    if (idealCycleMs === null) return null
    fastest = Math.min(fastest, idealCycleMs)
  }
  return fastest
}

function changesOf(runs: readonly JobRun[]): number[] {
  const instants = new Set<number>()
  for (const { start, end } of runs) {
    instants.add(start)
    if (end !== null) instants.add(end)
  }
  return [...instants].sort((a, b) => a - b)
}

function ordersOf(active: readonly JobRun[], referenceCycleMs: number | null): OrderCycle[] {
  const orders = new Map<JobOrderId, OrderCycle>()
  for (const { jobOrderId, idealCycleMs } of active) orders.set(jobOrderId, { jobOrderId, idealCycleMs: idealCycleMs ?? referenceCycleMs })
  return [...orders.values()].sort((a, b) => Number(a.jobOrderId) - Number(b.jobOrderId))
}

function isSame(a: readonly OrderCycle[], b: readonly OrderCycle[]): boolean {
  return (
    a.length === b.length &&
    a.every((order, index) => order.jobOrderId === b[index]?.jobOrderId && order.idealCycleMs === b[index]?.idealCycleMs)
  )
}

/** Returns the index of the last stretch that begins at or before the instant. */
export function indexAt(stretches: readonly OrderStretch[], at: number): number {
  let low = 0
  let high = stretches.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((stretches[middle]?.start ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
