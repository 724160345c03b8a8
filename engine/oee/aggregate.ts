import type { OeeTerms } from '#engine/facts.ts'
import { addCounts } from '#engine/output/outputCount.ts'
import { figuresOf, type Coverage } from './figures.ts'
import type { FactorSwitches, Kpis } from './kpis.ts'
import { sumsOf } from './recordSums.ts'

/** One record of a roll-up: its terms and the factors that its work center calculates. */
export type RollUpRow = { readonly terms: OeeTerms; readonly switches?: FactorSwitches }

/** The figures of several records, and how many of them could take part in OEE (domain.md D-43). */
export type RollUp = Kpis & Coverage

/** Returns the four figures of several shifts or work centers, as figuresOf does of their sums (domain.md D-44). */
export function rollUp(rows: readonly RollUpRow[]): RollUp {
  const { availability, performance, quality, oee, coverage } = figuresOf(
    rows.map(({ terms, switches }) => ({ sums: sumsOf(terms), ...(switches && { switches }) })),
  )
  return { availability, performance, quality, oee, ...coverage }
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
