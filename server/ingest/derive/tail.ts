import { project } from '#engine/advance.ts'
import type { EngineState } from '#engine/advance.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { Facts, HourRecord, LossInterval, ShiftRecord } from '#engine/facts.ts'
import { isEmittedWithSegment } from '#engine/loss/emittedWithSegment.ts'

/** Facts in which nothing changed. */
export const NO_FACTS: Facts = { changedFrom: null, statuses: [], losses: [], outputs: [], shifts: [], hours: [] }

/**
 * Returns the facts equivalent to writing `first`, then `then`: rows of `first` survive if they start before the tail of `then` and `then` has no
 * row with the same start.
 */
export function replaceTail(first: Facts, then: Facts): Facts {
  if (then.changedFrom === null) return first
  const from = then.changedFrom
  if (first.changedFrom === null) return then
  return {
    changedFrom: Math.min(first.changedFrom, from),
    statuses: joined(first.statuses, then.statuses, from, startOf, startOf),
    losses: joined(first.losses, then.losses, from, lossBegin(speedFrom(then), from), lossKey),
    outputs: joined(first.outputs, then.outputs, from, startOf, startOf),
    shifts: joined(first.shifts, then.shifts, from, shiftStartOf, shiftStartOf),
    hours: joined(first.hours, then.hours, from, startOf, hourKey),
  }
}

/** Start of a loss relative to the tail: a loss emitted with its segment counts as within it where segments are emitted. */
function lossBegin(ofSpeed: number, from: number): (loss: LossInterval) => number {
  return (loss) => (isEmittedWithSegment(loss) && loss.start >= ofSpeed ? Math.max(loss.start, from) : loss.start)
}

function startOf(row: { readonly start: number }): number {
  return row.start
}

function shiftStartOf(record: ShiftRecord): number {
  return record.shift.start
}

function lossKey({ source, start, part }: LossInterval): string {
  return `${source}/${start}/${part}`
}

function hourKey({ start, shiftStart }: HourRecord): string {
  return `${start}/${shiftStart}`
}

function without<T>(
  rows: readonly T[],
  open: readonly T[],
  from: number,
  beginOf: (row: T) => number,
  keyOf: (row: T) => string | number,
): readonly T[] {
  const named = new Set(open.map(keyOf))
  return rows.filter((row) => beginOf(row) < from && !named.has(keyOf(row)))
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

/** Returns the instant from which losses emitted with their segment are replaced, possibly before the tail: speed losses and rejects of a whole segment. */
export function speedFrom(facts: Facts): number {
  return facts.outputs.reduce((least, segment) => Math.min(least, segment.start), facts.changedFrom ?? Infinity)
}

/** Returns the facts without the rows that start at or after the instant or are named by the open ones. */
export function withoutRows(facts: Facts, open: Facts, from: number): Facts {
  return {
    changedFrom: facts.changedFrom,
    statuses: without(facts.statuses, open.statuses, from, startOf, startOf),
    losses: without(facts.losses, open.losses, from, lossBegin(speedFrom(open), from), lossKey),
    outputs: without(facts.outputs, open.outputs, from, startOf, startOf),
    shifts: without(facts.shifts, open.shifts, from, shiftStartOf, shiftStartOf),
    hours: without(facts.hours, open.hours, from, startOf, hourKey),
  }
}

/** Returns the facts of a fold that began with the base state, just before `from`, so that everything an earlier fold wrote since the base's open tail is replaced. */
export function factsSince(base: EngineState, from: number, facts: Facts, setup: WorkCenterSetup): Facts {
  const open = project(base, base.at ?? 0, setup)
  const changedFrom = Math.min(open.changedFrom ?? from, base.at === null ? 0 : from)
  return tailFrom(replaceTail(open, facts), Math.max(0, changedFrom))
}

/** Returns the facts with a tail that begins no later than the instant, for a recalculation from there: what an earlier fold wrote since then goes. */
function tailFrom(facts: Facts, from: number): Facts {
  return facts.changedFrom !== null && facts.changedFrom <= from ? facts : { ...facts, changedFrom: from }
}
