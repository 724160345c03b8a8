import { MINUTE_MS } from '#engine/time/durations.ts'
import { median } from './orderPace.ts'

/** After a stop of so long another order may have begun. */
export const SHORTEST_STOP_MS = 3 * MINUTE_MS
/** The interval is the middle of the first so many units. */
export const LOOKED_UNITS = 20
/** An order whose cycle is nearer to that of the running one, in per cent of it, cannot be told from it. */
const DIFFERENT_PERCENT = 15
const GOOD_SCORE = 0.1
const BAD_SCORE = 0.25
/** What actual intervals are of ideal ones where nothing is known. */
const USUAL_SHARE = 1.05

/** An order that may be the one: its cycle, and how much longer its units really take there (null = not known). */
export type StartCandidate<Id> = { readonly id: Id; readonly cycleMs: number; readonly usualShare: number | null }

/** Returns the middle interval of the first twenty units after a stop of three minutes; null of fewer, and after a shorter one. Units: instants in ms UTC, ascending. */
export function firstInterval(units: readonly number[], stopMs: number): number | null {
  return stopMs < SHORTEST_STOP_MS ? null : intervalOf(units)
}

/** Returns the middle interval of the first twenty units; null of fewer. Units: instants in ms UTC, ascending. */
export function intervalOf(units: readonly number[]): number | null {
  const first = units.slice(0, LOOKED_UNITS + 1)
  if (first.length <= LOOKED_UNITS) return null
  return median(first.slice(1).map((at, index) => at - (first[index] ?? at)))
}

/** Returns how far the interval is from what was to be expected of the order, as the size of the logarithm of their ratio: 0 is exactly it. */
export function startScore<Id>(intervalMs: number, { cycleMs, usualShare }: StartCandidate<Id>): number {
  return Math.abs(Math.log(intervalMs / (cycleMs * (usualShare ?? USUAL_SHARE))))
}

/**
 * Returns the order that seems to have begun, null where it cannot be told (domain.md F-4): its cycle explains the interval within 10 % and that of the
 * running one does not within 25 %. `planned`: the next three of the queue.
 */
export function likelyStart<Id>(intervalMs: number, running: StartCandidate<Id>, planned: readonly StartCandidate<Id>[]): Id | null {
  const others = planned.filter(({ cycleMs }) => isDifferent(cycleMs, running.cycleMs))
  const scored = others.map((one) => ({ id: one.id, score: startScore(intervalMs, one) })).toSorted((a, b) => a.score - b.score)
  const [best] = scored
  const own = startScore(intervalMs, running)
  return best !== undefined && best.score < own && best.score <= GOOD_SCORE && own >= BAD_SCORE ? best.id : null
}

/** Whole microseconds: in binary fractions 23 s are less than 15 % more than 20 s. */
function isDifferent(cycleMs: number, runningMs: number): boolean {
  const [cycle, running] = [Math.round(cycleMs * 1000), Math.round(runningMs * 1000)]
  return Math.abs(cycle - running) * 100 >= running * DIFFERENT_PERCENT
}

/** Returns the order whose cycle explains the interval best, within 10 %; null where none does. */
export function bestMatch<Id>(intervalMs: number, candidates: readonly StartCandidate<Id>[]): Id | null {
  const [best] = candidates.map((one) => ({ id: one.id, score: startScore(intervalMs, one) })).toSorted((a, b) => a.score - b.score)
  return best !== undefined && best.score <= GOOD_SCORE ? best.id : null
}
