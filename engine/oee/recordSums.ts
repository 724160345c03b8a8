import type { OeeTerms, OutputCount } from '#engine/facts.ts'
import { addCounts, NO_OUTPUT } from '#engine/output/outputCount.ts'
import { countedOf, qualityOf, runTimesOf } from './kpis.ts'

/**
 * Sums of the records of one work center, in ms and units. Independent of the factor switches, so that a changed switch needs no new sums. Roll-ups
 * at every level are made of these (G-1, D-44).
 */
export type RecordSums = {
  readonly records: number
  readonly elapsedMs: number
  readonly excludedMs: number
  readonly noDataMs: number
  readonly availabilityLossMs: number
  readonly smallStopMs: number
  readonly plannedDowntimeMs: number
  readonly unplannedDowntimeMs: number
  readonly unclassifiedDowntimeMs: number
  readonly plannedIncludedMs: number
  readonly unplannedIncludedMs: number
  readonly orderLossMs: number
  readonly setupMs: number
  readonly failureMs: number
  readonly failureCount: number
  readonly output: OutputCount
  /** Part of `output` made in excluded or no-data time. */
  readonly uncountedOutput: OutputCount
  /** Records that have a reference speed, and their times; only these know how fast they could have been (E-10). */
  readonly pricedRecords: number
  readonly pricedElapsedMs: number
  readonly pricedPlannedMs: number
  readonly pricedRunMs: number
  /** Ideal time of counted output and of its rejects; of records with planned time only (D-42). */
  readonly netOperatingMs: number
  readonly qualityLossMs: number
  /** Run time × quality of each record: valuable time where performance is switched off. */
  readonly goodRunMs: number
}

/** Sums of no record. */
export const NO_SUMS: RecordSums = {
  records: 0,
  elapsedMs: 0,
  excludedMs: 0,
  noDataMs: 0,
  availabilityLossMs: 0,
  smallStopMs: 0,
  plannedDowntimeMs: 0,
  unplannedDowntimeMs: 0,
  unclassifiedDowntimeMs: 0,
  plannedIncludedMs: 0,
  unplannedIncludedMs: 0,
  orderLossMs: 0,
  setupMs: 0,
  failureMs: 0,
  failureCount: 0,
  output: NO_OUTPUT,
  uncountedOutput: NO_OUTPUT,
  pricedRecords: 0,
  pricedElapsedMs: 0,
  pricedPlannedMs: 0,
  pricedRunMs: 0,
  netOperatingMs: 0,
  qualityLossMs: 0,
  goodRunMs: 0,
}

/** Returns the sums of one record. */
export function sumsOf(terms: OeeTerms): RecordSums {
  const { plannedMs, runMs } = runTimesOf(terms)
  const isPriced = terms.netOperatingMs !== null
  const isPlanned = plannedMs > 0
  const { netOperatingMs, qualityLossMs, ...additive } = terms
  return {
    ...additive,
    records: 1,
    pricedRecords: isPriced ? 1 : 0,
    pricedElapsedMs: isPriced ? terms.elapsedMs : 0,
    pricedPlannedMs: isPriced ? plannedMs : 0,
    pricedRunMs: isPriced ? runMs : 0,
    netOperatingMs: isPlanned ? (netOperatingMs ?? 0) : 0,
    qualityLossMs: isPlanned ? (qualityLossMs ?? 0) : 0,
    goodRunMs: isPlanned ? runMs * (qualityOf(terms) ?? 0) : 0,
  }
}

/**
 * Returns the sums of hours of one work center, equal to those of the shift. If some hours have a reference speed, an hour of standstill without one
 * counts too: at any speed it would have made nothing (domain.md D-42, E-3). Units of an hour without planned time count when another hour has some
 * (E-6).
 */
export function sumsOfHours(hours: readonly OeeTerms[]): RecordSums {
  const hasPrice = hours.some((terms) => terms.netOperatingMs !== null)
  const sums = hours
    .map((terms) => sumsOf(hasPrice && isIdle(terms) ? { ...terms, netOperatingMs: 0, qualityLossMs: 0 } : terms))
    .reduce(addSums, NO_SUMS)
  if (runTimesOf(sums).plannedMs <= 0) return sums
  return {
    ...sums,
    netOperatingMs: hours.reduce((sum, terms) => sum + (terms.netOperatingMs ?? 0), 0),
    qualityLossMs: hours.reduce((sum, terms) => sum + (terms.qualityLossMs ?? 0), 0),
  }
}

function isIdle(terms: OeeTerms): boolean {
  return runTimesOf(terms).runMs <= 0 && countedOf(terms).total === 0
}

/** Returns both together, in whichever order (domain.md D-44). */
export function addSums(a: RecordSums, b: RecordSums): RecordSums {
  return {
    records: a.records + b.records,
    elapsedMs: a.elapsedMs + b.elapsedMs,
    excludedMs: a.excludedMs + b.excludedMs,
    noDataMs: a.noDataMs + b.noDataMs,
    availabilityLossMs: a.availabilityLossMs + b.availabilityLossMs,
    smallStopMs: a.smallStopMs + b.smallStopMs,
    plannedDowntimeMs: a.plannedDowntimeMs + b.plannedDowntimeMs,
    unplannedDowntimeMs: a.unplannedDowntimeMs + b.unplannedDowntimeMs,
    unclassifiedDowntimeMs: a.unclassifiedDowntimeMs + b.unclassifiedDowntimeMs,
    plannedIncludedMs: a.plannedIncludedMs + b.plannedIncludedMs,
    unplannedIncludedMs: a.unplannedIncludedMs + b.unplannedIncludedMs,
    orderLossMs: a.orderLossMs + b.orderLossMs,
    setupMs: a.setupMs + b.setupMs,
    failureMs: a.failureMs + b.failureMs,
    failureCount: a.failureCount + b.failureCount,
    output: addCounts(a.output, b.output),
    uncountedOutput: addCounts(a.uncountedOutput, b.uncountedOutput),
    pricedRecords: a.pricedRecords + b.pricedRecords,
    pricedElapsedMs: a.pricedElapsedMs + b.pricedElapsedMs,
    pricedPlannedMs: a.pricedPlannedMs + b.pricedPlannedMs,
    pricedRunMs: a.pricedRunMs + b.pricedRunMs,
    netOperatingMs: a.netOperatingMs + b.netOperatingMs,
    qualityLossMs: a.qualityLossMs + b.qualityLossMs,
    goodRunMs: a.goodRunMs + b.goodRunMs,
  }
}
