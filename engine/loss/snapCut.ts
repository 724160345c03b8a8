import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'

/** Where a stop is likely to have become something else, as instants in UTC ms, by what tells it. */
export type CutAims = {
  readonly signal: readonly number[]
  readonly orders: readonly number[]
  readonly breaks: readonly number[]
}

export const NO_AIMS: CutAims = { signal: [], orders: [], breaks: [] }

/** Below it a cut stands on tens of seconds, above on whole minutes of the clock. */
const SHORT_MS = 10 * MINUTE_MS
/** A change by this share of what the signal did in the shift is a step. */
const STEP_SHARE = 0.2

type Cut = {
  readonly start: number
  readonly end: number
  /** How far a cut may jump to what it is meant for. */ readonly reachMs: number
  readonly aims?: CutAims
}

/**
 * Returns where a stop is cut that somebody pointed at (domain.md S-26): at the nearest step of the machine's signal within reach, else where an order
 * began or ended, else a break of the schedule, else a whole minute (10 s in a stop under ten minutes), else there; strictly inside, on a whole second.
 */
export function snapCut(at: number, { start, end, reachMs, aims = NO_AIMS }: Cut): number {
  const step = end - start < SHORT_MS ? 10 * SECOND_MS : MINUTE_MS
  const onClock = Math.round(at / step) * step
  for (const instants of [aims.signal, aims.orders, aims.breaks, [onClock]]) {
    const near = instants.map(toSecond).filter((one) => start < one && one < end && Math.abs(one - at) <= reachMs)
    const [nearest] = near.toSorted((left, right) => Math.abs(left - at) - Math.abs(right - at) || left - right)
    if (nearest !== undefined) return nearest
  }
  const [first, last] = [Math.floor(start / SECOND_MS + 1) * SECOND_MS, Math.ceil(end / SECOND_MS - 1) * SECOND_MS]
  return Math.min(Math.max(toSecond(at), first), last)
}

/** A value of a signal from an instant on; null = not known. */
export type SignalPoint = { readonly at: number; readonly value: number | null }

/** Returns the instants at which the signal changed by at least a fifth of its range over all of the points; they are ascending in time. */
export function signalSteps(points: readonly SignalPoint[]): readonly number[] {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]))
  const values = known.map(({ value }) => value)
  const range =
    values.reduce((most, value) => Math.max(most, value), -Infinity) - values.reduce((least, value) => Math.min(least, value), Infinity)
  if (!(range > 0)) return []
  return known.flatMap(({ at, value }, index) => {
    const before = known[index - 1]
    return before !== undefined && Math.abs(value - before.value) >= STEP_SHARE * range ? [at] : []
  })
}

function toSecond(at: number): number {
  return Math.round(at / SECOND_MS) * SECOND_MS
}
