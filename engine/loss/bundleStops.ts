import { SECOND_MS } from '#engine/time/durations.ts'

/** A stop that waits for a reason; `end` null = it goes on. Instants are UTC ms. */
export type WaitingStop = {
  readonly workCenterId: number
  /** Where its shift began. */
  readonly shiftStart: number
  /** What names its status: its kind and, of a rule, the id. */
  readonly status: string
  readonly start: number
  readonly end: number | null
}

/** One row of a queue: a stop alone, or stops that get their reason together. `stoppedMs` leaves out the work between them; null = it grows. */
export type StopBundle<Stop extends WaitingStop> = {
  readonly stops: readonly [Stop, ...Stop[]]
  readonly start: number
  readonly end: number | null
  readonly stoppedMs: number | null
}

/** Time of a work center in which it did not work, for a reason that is known. */
export type ExplainedTime = { readonly workCenterId: number; readonly start: number; readonly end: number }

/** Stops with no more work than this between them have one cause more often than not. */
export const MOST_BETWEEN_MS = 120 * SECOND_MS
export const MOST_BUNDLED = 20

/**
 * Returns the stops as rows of a queue, by work center and time (domain.md S-35): neighbours of one work center, one shift and one status with at most
 * 120 s of work between them are one row of 2 to 20. A stop that goes on stands alone. Time that is explained is no work.
 */
export function bundleStops<Stop extends WaitingStop>(
  stops: readonly Stop[],
  explained: readonly ExplainedTime[] = [],
): readonly StopBundle<Stop>[] {
  const sorted = stops.toSorted((left, right) => left.workCenterId - right.workCenterId || left.start - right.start)
  const rows: [Stop, ...Stop[]][] = []
  for (const stop of sorted) {
    const row = rows.at(-1)
    if (row !== undefined && row.length < MOST_BUNDLED && isNeighbour(row.at(-1) ?? row[0], stop, explained)) row.push(stop)
    else rows.push([stop])
  }
  return rows.map(bundleOf)
}

function isNeighbour(before: WaitingStop, after: WaitingStop, explained: readonly ExplainedTime[]): boolean {
  return (
    before.workCenterId === after.workCenterId &&
    before.shiftStart === after.shiftStart &&
    before.status === after.status &&
    before.end !== null &&
    after.end !== null &&
    workBetween(before.workCenterId, before.end, after.start, explained) <= MOST_BETWEEN_MS
  )
}

/** Explained stretches do not overlap. */
function workBetween(workCenterId: number, from: number, to: number, explained: readonly ExplainedTime[]): number {
  const own = explained.filter((one) => one.workCenterId === workCenterId && one.start < to && one.end > from)
  return own.reduce((left, one) => left - (Math.min(one.end, to) - Math.max(one.start, from)), to - from)
}

function bundleOf<Stop extends WaitingStop>(stops: readonly [Stop, ...Stop[]]): StopBundle<Stop> {
  const { end } = stops.at(-1) ?? stops[0]
  const stoppedMs = end === null ? null : stops.reduce((sum, stop) => sum + ((stop.end ?? stop.start) - stop.start), 0)
  return { stops, start: stops[0].start, end, stoppedMs }
}
