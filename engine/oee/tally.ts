import type { OeeTerms, OutputCount } from '#engine/facts.ts'
import { addCounts, NO_OUTPUT } from '#engine/output/outputCount.ts'
import { countsOutput, type PieceClass } from './classifyPiece.ts'
import { runTimesOf } from './kpis.ts'

/** Running sums of one window: settled time in ms, and output. Plain JSON, changed in place by the fold. */
export type Tally = {
  elapsedMs: number
  excludedMs: number
  noDataMs: number
  availabilityLossMs: number
  smallStopMs: number
  plannedMs: number
  unplannedMs: number
  unclassifiedMs: number
  /** Parts of planned and unplanned downtime that count in OEE. */
  plannedIncludedMs: number
  unplannedIncludedMs: number
  setupMs: number
  failureMs: number
  failureCount: number
  /** Part of the availability loss while an order was in progress. */
  orderLossMs: number
  output: OutputCount
  uncounted: OutputCount
  /** Ideal time of the counted output, and of its rejects. */
  netOperatingMs: number
  qualityLossMs: number
  /** Whether counted output or run time has no price: then the window has no net operating time (domain.md D-42). */
  isUnpriced: boolean
  /** Whether any of its time has a price: a machine that only stood still without a reference speed has no OEE, and none of 0 in a roll-up. */
  hasPrice: boolean
  /** Ms a unit of the counted output; null = none was counted yet. */
  idealCycleMs: number | null
  hasSeveralPrices: boolean
  /** Units that the orders in progress would make in their planned production time; null = one has no speed. */
  orderUnits: number | null
  /** Planned production time without an order. */
  idleMs: number
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
    plannedIncludedMs: 0,
    unplannedIncludedMs: 0,
    setupMs: 0,
    failureMs: 0,
    failureCount: 0,
    orderLossMs: 0,
    output: NO_OUTPUT,
    uncounted: NO_OUTPUT,
    netOperatingMs: 0,
    qualityLossMs: 0,
    isUnpriced: false,
    hasPrice: false,
    idealCycleMs: null,
    hasSeveralPrices: false,
    orderUnits: 0,
    idleMs: 0,
  }
}

/** The orders and the price that hold in a piece of time (domain.md D-46). */
export type PiecePrice = { readonly idealCycleMs: number | null; readonly orders: readonly unknown[] }

/** Adds a piece of time to the bucket and the activity of its class (G-14). */
export function addPiece(tally: Tally, piece: PieceClass, durationMs: number, price: PiecePrice): void {
  tally.elapsedMs += durationMs
  if (piece.bucket === 'AVAILABILITY_LOSS') tally.availabilityLossMs += durationMs
  else if (piece.bucket === 'EXCLUDED') tally.excludedMs += durationMs
  else if (piece.bucket === 'NO_DATA') tally.noDataMs += durationMs
  else if (piece.bucket === 'SMALL_STOP') tally.smallStopMs += durationMs
  if (piece.activity === 'PLANNED') tally.plannedMs += durationMs
  else if (piece.activity === 'UNPLANNED') tally.unplannedMs += durationMs
  else if (piece.activity === 'UNCLASSIFIED') tally.unclassifiedMs += durationMs
  if (piece.bucket === 'AVAILABILITY_LOSS' && piece.activity === 'PLANNED') tally.plannedIncludedMs += durationMs
  else if (piece.bucket === 'AVAILABILITY_LOSS' && piece.activity === 'UNPLANNED') tally.unplannedIncludedMs += durationMs
  if (piece.isSetup) tally.setupMs += durationMs
  if (piece.isFailure) tally.failureMs += durationMs
  if (piece.bucket === 'AVAILABILITY_LOSS' && !piece.isSetup && price.orders.length > 0) tally.orderLossMs += durationMs
  if (durationMs > 0 && price.idealCycleMs !== null) tally.hasPrice = true
  if (price.idealCycleMs === null && durationMs > 0 && isRunTime(piece)) tally.isUnpriced = true
  if (countsOutput(piece)) addTarget(tally, durationMs, price)
}

function addTarget(tally: Tally, plannedMs: number, { orders, idealCycleMs }: PiecePrice): void {
  if (orders.length === 0) tally.idleMs += plannedMs
  else if (idealCycleMs === null) tally.orderUnits = null
  else if (tally.orderUnits !== null) tally.orderUnits += plannedMs / idealCycleMs
}

/** Returns whether a piece of time is run time (domain.md D-8). */
export function isRunTime({ bucket }: PieceClass): boolean {
  return bucket === 'RUN' || bucket === 'SMALL_STOP'
}

/** Adds units made in time that counts, in ms a unit and a rejected unit (domain.md D-11, D-13); the units themselves are in `output` already. */
export function countOutput(tally: Tally, count: OutputCount, unitMs: number | null, rejectMs = unitMs): void {
  if (count.total === 0 && count.rejected === 0) return
  if (unitMs === null || (rejectMs === null && count.rejected !== 0)) {
    tally.isUnpriced = true
    return
  }
  tally.hasPrice = true
  tally.netOperatingMs += count.total * unitMs
  tally.qualityLossMs += count.rejected * (rejectMs ?? 0)
  const isOther = tally.idealCycleMs !== null && tally.idealCycleMs !== unitMs
  if (isOther || (rejectMs !== unitMs && count.rejected !== 0)) tally.hasSeveralPrices = true
  tally.idealCycleMs = unitMs
}

/** Adds units made in excluded or silent time: output, but no net operating time (domain.md D-40, S-6a). */
export function discountOutput(tally: Tally, count: OutputCount): void {
  tally.uncounted = addCounts(tally.uncounted, count)
}

/**
 * Returns the stored terms of a window (D-6, D-8). Net operating time is the ideal time of all counted output, null when counted output, run time or
 * all of the time has no reference speed (D-42). With `capPerformance` it is at most the run time, and quality loss shrinks alike (D-41).
 */
export function termsOf(tally: Tally, capPerformance = false): OeeTerms {
  const net = tally.isUnpriced || (tally.elapsedMs > 0 && !tally.hasPrice) ? null : tally.netOperatingMs
  const { runMs } = runTimesOf(tally)
  const share = capPerformance && net !== null && net > runMs ? runMs / net : 1
  return {
    elapsedMs: tally.elapsedMs,
    excludedMs: tally.excludedMs,
    noDataMs: tally.noDataMs,
    availabilityLossMs: tally.availabilityLossMs,
    smallStopMs: tally.smallStopMs,
    plannedDowntimeMs: tally.plannedMs,
    unplannedDowntimeMs: tally.unplannedMs,
    unclassifiedDowntimeMs: tally.unclassifiedMs,
    plannedIncludedMs: tally.plannedIncludedMs,
    unplannedIncludedMs: tally.unplannedIncludedMs,
    orderLossMs: tally.orderLossMs,
    setupMs: tally.setupMs,
    failureMs: tally.failureMs,
    failureCount: tally.failureCount,
    netOperatingMs: net === null ? null : net * share,
    qualityLossMs: net === null ? null : tally.qualityLossMs * share,
    output: tally.output,
    uncountedOutput: tally.uncounted,
  }
}
