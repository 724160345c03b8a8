import type { OeeTerms, OutputCount } from '#engine/facts.ts'
import { addCounts, NO_OUTPUT } from '#engine/output/outputCount.ts'
import type { FactorSwitches, Kpis } from './kpis.ts'
import { kpisOf } from './recordKpis.ts'

/** The times of output segments that figures are ratios of, in ms, and what was made in them; null = one has no reference speed. */
export type SegmentTimes = {
  readonly plannedMs: number
  readonly runMs: number
  readonly netOperatingMs: number | null
  readonly qualityLossMs: number | null
  readonly output: OutputCount
  /** Part of the output made in time that does not count. */
  readonly uncounted: OutputCount
}

/** Returns the sum of the times; what one of them lacks, the sum lacks where that one ran (domain.md D-42). */
export function sumTimes(times: readonly SegmentTimes[]): SegmentTimes {
  const sum = { plannedMs: 0, runMs: 0, netOperatingMs: 0, qualityLossMs: 0, output: NO_OUTPUT, uncounted: NO_OUTPUT }
  let isUnpriced = false
  for (const { plannedMs, runMs, netOperatingMs, qualityLossMs, output, uncounted } of times) {
    sum.plannedMs += plannedMs
    sum.runMs += runMs
    sum.netOperatingMs += netOperatingMs ?? 0
    sum.qualityLossMs += qualityLossMs ?? 0
    sum.output = addCounts(sum.output, output)
    sum.uncounted = addCounts(sum.uncounted, uncounted)
    isUnpriced ||= runMs > 0 && (netOperatingMs === null || qualityLossMs === null)
  }
  return isUnpriced ? { ...sum, netOperatingMs: null, qualityLossMs: null } : sum
}

/** Returns availability, performance, quality and OEE of the time of segments (domain.md O-18): the ratios of a record, over their own sums. */
export function segmentKpis(times: SegmentTimes, switches: FactorSwitches): Kpis {
  const { plannedMs, runMs, netOperatingMs, qualityLossMs, output, uncounted } = times
  const terms: OeeTerms = {
    elapsedMs: plannedMs,
    excludedMs: 0,
    noDataMs: 0,
    availabilityLossMs: plannedMs - runMs,
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
    netOperatingMs,
    qualityLossMs,
    output,
    uncountedOutput: uncounted,
  }
  return kpisOf(terms, switches)
}
