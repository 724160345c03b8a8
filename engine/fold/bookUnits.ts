import type { OpenSegment } from './engineState.ts'
import type { Fold } from './fold.ts'
import { classAt, isUndecided } from './classAt.ts'
import { noteIssue } from './noteIssue.ts'
import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import { countsOutput, type PieceClass } from '#engine/oee/classifyPiece.ts'
import { isRunTime } from '#engine/oee/tally.ts'
import type { OutputCount } from '#engine/facts.ts'
import { NO_REJECTIONS } from '#engine/loss/outputLoss.ts'
import { count, discount, editSlice, isTracked, type Place } from './chargeUnits.ts'
import { reclassify } from './reclassify.ts'
import { rejectUnits } from './segmentLosses.ts'
import { mayDiffer } from './effectiveSegment.ts'
import { addCounts, deriveCount, isNoOutput, NO_OUTPUT, subtractCounts, type CounterSums } from '#engine/output/outputCount.ts'

/** Number of bookings kept apart. Later ones share the last one's instant while time stays undecided. */
const MAX_UNDECIDED = 256

/**
 * Adds units made until `at` to the current segment, hour and window. They belong to the piece of time that ends at that instant: they count, or do
 * not because it is excluded or silent (domain.md D-40, S-6a); while its class may change they are undecided. `isOverGap`: counted over silence.
 * Hours and windows grow by the segment's derived count, so that their sums are the segments' sums.
 */
export function bookUnits(fold: Fold, units: CounterSums, at: number, isOverGap: boolean): void {
  const segment = fold.segments.at(-1)
  const window = fold.windows.at(-1)
  const hour = fold.hours.at(-1)
  if (!segment || !window || !hour) return
  const { piecesPerStroke } = stretchAt(fold.compiled.stretches, segment.start)
  // Rejects are counted by the piece, all else by the stroke (domain.md O-16).
  segment.sums = {
    total: plus(segment.sums.total, piecesOf(units.total, piecesPerStroke)),
    accepted: plus(segment.sums.accepted, piecesOf(units.accepted, piecesPerStroke)),
    rejected: plus(segment.sums.rejected, units.rejected),
  }
  const derived = deriveCount(fold.compiled.setup.output.calculationType, segment.sums)
  const before = segment.output
  const made = subtractCounts(derived.count, before)
  segment.output = derived.count
  segment.isMismatch = derived.isMismatch
  if (isNoOutput(made)) return
  rejectUnits(fold, segment, at)
  if (segment.slices) editSlice(segment, hour.start, (slice) => ({ ...slice, output: addCounts(slice.output, made) }))
  else if (isTracked(fold)) {
    window.tally.output = addCounts(window.tally.output, made)
    hour.tally.output = addCounts(hour.tally.output, made)
  }
  const place = { window, hour, segment }
  const fresh = reclassify(fold, place, before, made)
  if (isNoOutput(fresh)) return
  if (isOverGap && fold.compiled.setup.oee.noDataPolicy === 'EXCLUDE') discount(fold, place, fresh)
  else if (!fold.status) count(fold, place, fresh)
  else if (isUndecided(fold)) wait(fold, place, fresh, at)
  else decide(fold, place, fresh, classAt(fold, at))
}

/** Decides the units that wait for the piece of time of that class which ends at the instant. */
export function decideUnits(fold: Fold, until: number, piece: PieceClass): void {
  while (fold.undecided[0] && fold.undecided[0].at <= until) {
    const { units, windowStart, hourStart, segmentStart } = fold.undecided[0]
    fold.undecided.shift()
    const window = fold.windows.find(({ start }) => start === windowStart)
    const hour = fold.hours.find(({ start }) => start === hourStart)
    const segment = fold.segments.find(({ start }) => start === segmentStart)
    if (window && hour && segment) decide(fold, { window, hour, segment }, units, piece)
  }
}

function decide(fold: Fold, place: Place, units: OutputCount, piece: PieceClass): void {
  if (countsOutput(piece)) return count(fold, place, units)
  discount(fold, place, units)
  if (piece.bucket === 'EXCLUDED') noteIssue(place.window, 'OUTPUT_IN_EXCLUDED_TIME')
}

/** Adds a piece of time within one hour to the run time and the planned time of the segment. */
export function addRunTime(segment: OpenSegment, piece: PieceClass, hourStart: number, durationMs: number): void {
  const runMs = isRunTime(piece) ? durationMs : 0
  segment.runMs += runMs
  if (countsOutput(piece)) segment.plannedMs += durationMs
  if (piece.bucket === 'SMALL_STOP') segment.smallStopMs += durationMs
  if (segment.slices) editSlice(segment, hourStart, (slice) => ({ ...slice, runMs: slice.runMs + runMs }))
}

function wait(fold: Fold, { window, hour, segment }: Place, units: OutputCount, at: number): void {
  const last = fold.undecided.at(-1)
  const place = { at, windowStart: window.start, hourStart: hour.start, segmentStart: segment.start }
  if (last && fold.undecided.length >= MAX_UNDECIDED && last.hourStart === hour.start && last.segmentStart === segment.start) {
    fold.undecided.pop()
    fold.undecided.push({ ...place, units: addCounts(last.units, units) })
  } else fold.undecided.push({ ...place, units })
}

/** Returns a segment that starts to count at the instant, with the counters that the device is known to have (domain.md S-60). */
export function openSegment(fold: Fold, start: number, shiftStart: number | null): OpenSegment {
  const endsBy = shiftStart === null ? null : (fold.windows.at(-1)?.end ?? null)
  return {
    start,
    end: null,
    endsBy,
    shiftStart,
    sums: knownCounters(fold),
    output: NO_OUTPUT,
    uncounted: NO_OUTPUT,
    runMs: 0,
    smallStopMs: 0,
    plannedMs: 0,
    slices: shiftStart !== null && mayDiffer(fold.compiled, start, endsBy) ? [] : null,
    rejects: NO_REJECTIONS,
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

function piecesOf(strokes: number | null, piecesPerStroke: number): number | null {
  return strokes === null ? null : strokes * piecesPerStroke
}

function plus(sum: number | null, units: number | null): number | null {
  return units === null ? sum : (sum ?? 0) + units
}
