import type { OeeTerms, OutputCount } from '#engine/facts.ts'
import { NO_OUTPUT, subtractCounts } from '#engine/output/outputCount.ts'
import type { PieceClass } from './classifyPiece.ts'

/** Running sums of one window: what is settled of its time in ms, and its output. Plain JSON, changed in place by the fold. */
export type Tally = {
  elapsedMs: number
  excludedMs: number
  noDataMs: number
  availabilityLossMs: number
  smallStopMs: number
  plannedMs: number
  unplannedMs: number
  unclassifiedMs: number
  setupMs: number
  failureMs: number
  failureCount: number
  output: OutputCount
  uncounted: OutputCount
  /** Part of `output` whose piece of time is not decided yet: a status that may still be absorbed. */
  pending: OutputCount
}

/** Returns sums of nothing. */
export function emptyTally(): Tally {
  return {
    elapsedMs: 0,
    excludedMs: 0,
    noDataMs: 0,
    availabilityLossMs: 0,
    smallStopMs: 0,
    plannedMs: 0,
    unplannedMs: 0,
    unclassifiedMs: 0,
    setupMs: 0,
    failureMs: 0,
    failureCount: 0,
    output: NO_OUTPUT,
    uncounted: NO_OUTPUT,
    pending: NO_OUTPUT,
  }
}

/** Adds a piece of time to the bucket and the activity of its class (domain.md §1.6). */
export function addPiece(tally: Tally, piece: PieceClass, durationMs: number): void {
  tally.elapsedMs += durationMs
  if (piece.bucket === 'AVAILABILITY_LOSS') tally.availabilityLossMs += durationMs
  else if (piece.bucket === 'EXCLUDED') tally.excludedMs += durationMs
  else if (piece.bucket === 'NO_DATA') tally.noDataMs += durationMs
  else if (piece.bucket === 'SMALL_STOP') tally.smallStopMs += durationMs
  if (piece.activity === 'PLANNED') tally.plannedMs += durationMs
  else if (piece.activity === 'UNPLANNED') tally.unplannedMs += durationMs
  else if (piece.activity === 'UNCLASSIFIED') tally.unclassifiedMs += durationMs
  if (piece.isSetup) tally.setupMs += durationMs
  if (piece.isFailure) tally.failureMs += durationMs
}

/**
 * Returns the stored terms of a window (domain.md §1.1): net operating time is the ideal time of all counted output, null without a
 * reference speed; with `capPerformance` it is at most the run time and quality loss shrinks alike (D-41).
 */
export function termsOf(tally: Tally, idealCycleMs: number | null, capPerformance = false): OeeTerms {
  const counted = subtractCounts(tally.output, tally.uncounted)
  const net = idealCycleMs === null ? null : counted.total * idealCycleMs
  const run = tally.elapsedMs - tally.excludedMs - tally.noDataMs - tally.availabilityLossMs
  const share = capPerformance && net !== null && net > run ? run / net : 1
  return {
    elapsedMs: tally.elapsedMs,
    excludedMs: tally.excludedMs,
    noDataMs: tally.noDataMs,
    availabilityLossMs: tally.availabilityLossMs,
    smallStopMs: tally.smallStopMs,
    plannedDowntimeMs: tally.plannedMs,
    unplannedDowntimeMs: tally.unplannedMs,
    unclassifiedDowntimeMs: tally.unclassifiedMs,
    plannedIncludedMs: 0,
    unplannedIncludedMs: 0,
    orderLossMs: 0,
    setupMs: tally.setupMs,
    failureMs: tally.failureMs,
    failureCount: tally.failureCount,
    netOperatingMs: net === null ? null : net * share,
    qualityLossMs: idealCycleMs === null ? null : counted.rejected * idealCycleMs * share,
    output: tally.output,
    uncountedOutput: tally.uncounted,
  }
}
