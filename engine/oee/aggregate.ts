import type { OeeTerms } from '#engine/facts.ts'
import { addCounts } from '#engine/output/outputCount.ts'
import { ALL_FACTORS, kpisOf, ratio, timesOf, type FactorSwitches, type Kpis } from './kpis.ts'

/** One record of a roll-up: its terms and the factors that its work center calculates. */
export type RollUpRow = { readonly terms: OeeTerms; readonly switches?: FactorSwitches }

/** The figures of several records, and how many of them could take part in OEE (domain.md D-43). */
export type RollUp = Kpis & { readonly included: number; readonly total: number }

/**
 * Returns the figures of several shifts or work centers: ratios of sums, never means of percentages (domain.md D-44). A factor that a work center
 * switches off is neutral there; records without a reference speed count in availability only (D-43).
 */
export function rollUp(rows: readonly RollUpRow[]): RollUp {
  const all = { planned: 0, run: 0 }
  const priced = { planned: 0, run: 0, net: 0, valuable: 0 }
  let included = 0
  for (const { terms, switches = ALL_FACTORS } of rows) {
    const times = timesOf(terms)
    const planned = switches.calculateAvailability ? times.plannedMs : times.runMs
    all.planned += planned
    all.run += times.runMs
    const net = switches.calculatePerformance ? times.netOperatingMs : times.runMs
    if (net === null) continue
    const quality = switches.calculateQuality ? kpisOf(terms).quality : 1
    included += 1
    priced.planned += planned
    priced.run += times.runMs
    priced.net += net
    priced.valuable += net * (quality ?? 0)
  }
  return {
    availability: ratio(all.run, all.planned),
    performance: ratio(priced.net, priced.run),
    quality: ratio(priced.valuable, priced.net),
    oee: ratio(priced.valuable, priced.planned),
    included,
    total: rows.length,
  }
}

/** Returns the sum of terms of the same work center, e.g. of the hours of a shift; null where a part has no reference speed. */
export function sumTerms(parts: readonly OeeTerms[]): OeeTerms | null {
  const [first, ...rest] = parts
  if (!first) return null
  return rest.reduce((sum, terms) => addTerms(sum, terms), first)
}

function addTerms(a: OeeTerms, b: OeeTerms): OeeTerms {
  return {
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
    netOperatingMs: plus(a.netOperatingMs, b.netOperatingMs),
    qualityLossMs: plus(a.qualityLossMs, b.qualityLossMs),
    output: addCounts(a.output, b.output),
    uncountedOutput: addCounts(a.uncountedOutput, b.uncountedOutput),
  }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}
