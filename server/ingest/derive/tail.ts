import type { Facts, ShiftRecord } from '#engine/facts.ts'

/** Facts in which nothing changed. */
export const NO_FACTS: Facts = { changedFrom: null, statuses: [], losses: [], outputs: [], shifts: [], hours: [] }

/**
 * Returns the facts that stand for writing `first` and then `then`: of `first` stays what starts before the tail that `then` replaces and
 * what `then` does not name itself (it names rows that began earlier and are open).
 */
export function replaceTail(first: Facts, then: Facts): Facts {
  if (then.changedFrom === null) return first
  const from = then.changedFrom
  if (first.changedFrom === null) return then
  return {
    changedFrom: Math.min(first.changedFrom, from),
    statuses: joined(first.statuses, then.statuses, from, startOf, startOf),
    losses: joined(first.losses, then.losses, from, startOf, (one) => `${one.source}/${one.start}`),
    outputs: joined(first.outputs, then.outputs, from, startOf, startOf),
    shifts: joined(first.shifts, then.shifts, from, shiftStartOf, shiftStartOf),
    hours: joined(first.hours, then.hours, from, startOf, (one) => `${one.start}/${one.shiftStart}`),
  }
}

function startOf(row: { readonly start: number }): number {
  return row.start
}

function shiftStartOf(record: ShiftRecord): number {
  return record.shift.start
}

function joined<T>(
  first: readonly T[],
  then: readonly T[],
  from: number,
  beginOf: (row: T) => number,
  keyOf: (row: T) => string | number,
): readonly T[] {
  if (first.length === 0) return then
  const named = new Set(then.map(keyOf))
  const kept = first.filter((row) => beginOf(row) < from && !named.has(keyOf(row)))
  return kept.length === 0 ? then : [...kept, ...then]
}

/** Returns the facts with a tail that begins no later than the instant, for a recalculation from there: what an earlier fold wrote since then goes. */
export function tailFrom(facts: Facts, from: number): Facts {
  return facts.changedFrom !== null && facts.changedFrom <= from ? facts : { ...facts, changedFrom: from }
}
