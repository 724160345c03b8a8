import type { OpenHour, OpenSegment, OpenWindow } from './engineState.ts'
import type { Fold } from './fold.ts'
import { classAt } from './settle.ts'
import { noteIssue } from './noteIssue.ts'
import { countsOutput, type PieceClass } from '#engine/oee/classifyPiece.ts'
import type { Tally } from '#engine/oee/tally.ts'
import { addCounts, deriveCount, isNoOutput, NO_OUTPUT, subtractCounts, type CounterSums } from '#engine/output/outputCount.ts'

/**
 * Adds units to the current segment, hour and window. They belong to the piece of time that ends at their instant: counted, not counted
 * because it is excluded or silent (domain.md D-40, S-6), or pending while that piece is not decided. `isOverGap`: counted over silence.
 * Hours and windows get what the derived count of the segment grew by, so that their sums are the segments' sums.
 */
export function bookUnits(fold: Fold, units: CounterSums, isOverGap: boolean): void {
  const segment = fold.segments.at(-1)
  const window = fold.windows.at(-1)
  const hour = fold.hours.at(-1)
  if (!segment || !window || !hour) return
  segment.sums = {
    total: plus(segment.sums.total, units.total),
    accepted: plus(segment.sums.accepted, units.accepted),
    rejected: plus(segment.sums.rejected, units.rejected),
  }
  const derived = deriveCount(fold.compiled.setup.output.calculationType, segment.sums)
  const made = subtractCounts(derived.count, segment.output)
  segment.output = derived.count
  segment.isMismatch = derived.isMismatch
  if (isNoOutput(made)) return
  window.tally.output = addCounts(window.tally.output, made)
  hour.tally.output = addCounts(hour.tally.output, made)
  const isSilent = isOverGap && fold.compiled.setup.oee.noDataPolicy === 'EXCLUDE'
  if (!isSilent && fold.candidate) {
    for (const part of [segment, window.tally, hour.tally]) part.pending = addCounts(part.pending, made)
    return
  }
  const piece = fold.status && classAt(fold, fold.at ?? fold.settledTo)
  if (!isSilent && (!piece || countsOutput(piece))) return
  for (const part of [segment, window.tally, hour.tally]) part.uncounted = addCounts(part.uncounted, made)
  if (!isSilent && piece?.bucket === 'EXCLUDED') noteIssue(window, 'OUTPUT_IN_EXCLUDED_TIME')
}

/** Decides the pending units of all open windows, hours and segments: they were made in time of that class (domain.md D-40, S-6). */
export function decideUnits(fold: Fold, piece: PieceClass): void {
  const isCounted = countsOutput(piece)
  for (const window of fold.windows) {
    if (piece.bucket === 'EXCLUDED' && !isNoOutput(window.tally.pending)) noteIssue(window, 'OUTPUT_IN_EXCLUDED_TIME')
  }
  for (const part of [...fold.segments, ...fold.windows.map(tallyOf), ...fold.hours.map(tallyOf)]) {
    if (!isCounted) part.uncounted = addCounts(part.uncounted, part.pending)
    part.pending = NO_OUTPUT
  }
}

/** Returns a segment that starts to count at the instant, with the counters that the device is known to have (domain.md S-60). */
export function openSegment(fold: Fold, start: number, shiftStart: number | null): OpenSegment {
  return {
    start,
    end: null,
    shiftStart,
    sums: knownCounters(fold),
    output: NO_OUTPUT,
    uncounted: NO_OUTPUT,
    pending: NO_OUTPUT,
    isMismatch: false,
  }
}

/** Returns zeros for the counters that the device was heard to have, null for the others. */
export function knownCounters(fold: Fold): CounterSums {
  const { TOTAL_OUTPUT, ACCEPTED_OUTPUT, REJECTED_OUTPUT, DISCRETE_OUTPUT } = fold.sensors
  const isGoodCounted = fold.compiled.setup.output.calculationType === 'ACCEPTED_AND_REJECTED'
  return {
    total: TOTAL_OUTPUT || (DISCRETE_OUTPUT && !isGoodCounted) ? 0 : null,
    accepted: ACCEPTED_OUTPUT || (DISCRETE_OUTPUT && isGoodCounted) ? 0 : null,
    rejected: REJECTED_OUTPUT ? 0 : null,
  }
}

function tallyOf({ tally }: OpenWindow | OpenHour): Tally {
  return tally
}

function plus(sum: number | null, units: number | null): number | null {
  return units === null ? sum : (sum ?? 0) + units
}
