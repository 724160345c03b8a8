import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { median } from './orderPace.ts'

/** So many units behind the first, each within three cycles, say that the next product runs. */
const STEADY_UNITS = 4
const STEADY_CYCLES = 3
/** Runs that lie further apart in scheduled time are no changeover. */
const LONGEST_GAP_MS = 4 * HOUR_MS
/** The last so many of a kind are looked at; of fewer than three nothing is said. */
const LATEST = 20
const FEWEST = 3

/** The end of one order and the begin of the next at a work center, with the instants of their units (ms UTC, ascending). */
export type ChangeBetween = {
  readonly endOfFirst: number
  readonly startOfNext: number
  readonly unitsOfFirst: readonly number[]
  readonly unitsOfNext: readonly number[]
  readonly cycleOfNextMs: number
  /** Scheduled time, and what of it is excluded. */
  readonly shifts: readonly Interval[]
  readonly excluded: readonly Interval[]
}

/**
 * What a changeover took, in ms of scheduled time that is not excluded, the part of it that lies in the run of the next order, and from which unit to
 * which it lasted.
 */
export type MeasuredChangeover = { readonly ms: number; readonly ownMs: number; readonly between: Interval }

/**
 * Returns what the changeover took (domain.md F-3): from the last unit of the one to the first of the other that is followed by four more, each within
 * three of its cycles; null where either is not there, or more than four hours lie between the runs.
 */
export function measureChangeover(change: ChangeBetween): MeasuredChangeover | null {
  const { endOfFirst, startOfNext, unitsOfFirst, unitsOfNext, cycleOfNextMs, shifts } = change
  if (overlapMs([{ start: endOfFirst, end: startOfNext }], shifts) > LONGEST_GAP_MS) return null
  const last = unitsOfFirst.findLast((at) => at <= endOfFirst)
  const first = unitsOfNext.find((_at, index) => isSteadyFrom(unitsOfNext, index, cycleOfNextMs))
  if (last === undefined || first === undefined || first < last) return null
  return {
    ms: plannedMs({ start: last, end: first }, change),
    ownMs: plannedMs({ start: Math.max(last, startOfNext), end: Math.max(first, startOfNext) }, change),
    between: { start: last, end: first },
  }
}

/** Scheduled time that is not excluded. */
function plannedMs(between: Interval, { shifts, excluded }: Pick<ChangeBetween, 'excluded' | 'shifts'>): number {
  // Excluded time counts only as far as it is scheduled.
  const taken = shifts.flatMap((shift) =>
    excluded.map((one) => ({ start: Math.max(one.start, shift.start), end: Math.min(one.end, shift.end) })),
  )
  return overlapMs([between], shifts) - overlapMs([between], taken)
}

function isSteadyFrom(units: readonly number[], index: number, cycleMs: number): boolean {
  const following = units.slice(index, index + STEADY_UNITS + 1)
  return (
    following.length > STEADY_UNITS &&
    following.every((at, step) => step === 0 || at - (following[step - 1] ?? at) <= STEADY_CYCLES * cycleMs)
  )
}

function overlapMs(some: readonly Interval[], others: readonly Interval[]): number {
  return some.reduce(
    (sum, one) =>
      sum + others.reduce((own, other) => own + Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start)), 0),
    0,
  )
}

/** A changeover that was, the newest first in a list of them; families are null where the product has none. */
export type PastChangeover = {
  readonly fromItem: number
  readonly toItem: number
  readonly fromFamily: string | null
  readonly toFamily: string | null
  readonly ms: number
}

/** What a changeover will usually take, how many say so, and what the fastest quarter took. */
export type ChangeoverEstimate = {
  readonly usualMs: number
  readonly bestMs: number
  readonly count: number
  readonly of: 'FAMILIES' | 'INTO' | 'PAIR' | 'PLACE' | 'SAME' | 'UNKNOWN'
}

/**
 * Returns what changing from one product to another takes (domain.md F-3): the median of the last 20 of the pair where there are three, else of all into
 * the product, else between their families, else of the work center; 0 where nothing is known, and between the same product.
 */
export function estimateChangeover(change: Omit<PastChangeover, 'ms'>, past: readonly PastChangeover[]): ChangeoverEstimate {
  if (change.fromItem === change.toItem) return { usualMs: 0, bestMs: 0, count: 0, of: 'SAME' }
  const groups = [
    { of: 'PAIR', isIn: (one: PastChangeover) => one.fromItem === change.fromItem && one.toItem === change.toItem },
    { of: 'INTO', isIn: (one: PastChangeover) => one.toItem === change.toItem },
    {
      of: 'FAMILIES',
      isIn: (one: PastChangeover) =>
        change.fromFamily !== null && change.toFamily !== null && one.fromFamily === change.fromFamily && one.toFamily === change.toFamily,
    },
    { of: 'PLACE', isIn: () => true },
  ] as const
  for (const { of, isIn } of groups) {
    const cases = past.filter(isIn).slice(0, LATEST)
    if (cases.length < FEWEST) continue
    const times = cases.map(({ ms }) => ms)
    return { usualMs: median(times), bestMs: fastestQuarter(times), count: cases.length, of }
  }
  return { usualMs: 0, bestMs: 0, count: 0, of: 'UNKNOWN' }
}

/** Returns where the fastest quarter of the times ends. */
export function fastestQuarter(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length / 4) - 1)] ?? 0
}
