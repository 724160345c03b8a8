import { runTimesOf } from '#engine/oee/kpis.ts'
import type { RecordSums } from '#engine/oee/recordSums.ts'

/** Of hours or segments of one work center: how many stood without a reference speed and how long, and the ideal times of all, planned or not. */
export type IdleSums = { readonly idleRecords: number; readonly idleMs: number; readonly netMs: number; readonly qualityMs: number }

/**
 * Returns the sums of hours or segments as `sumsOfHours` has them: beside pieces with a reference speed those count too in which the machine stood without
 * one (domain.md D-42), and units of a piece without planned time when another one has some (E-6).
 */
export function sumsOfPieces(sums: RecordSums, { idleRecords, idleMs, netMs, qualityMs }: IdleSums): RecordSums {
  if (sums.pricedRecords === 0) return sums
  const isPlanned = runTimesOf(sums).plannedMs > 0
  return {
    ...sums,
    pricedRecords: sums.pricedRecords + idleRecords,
    pricedElapsedMs: sums.pricedElapsedMs + idleMs,
    pricedPlannedMs: sums.pricedPlannedMs + idleMs,
    netOperatingMs: isPlanned ? netMs : sums.netOperatingMs,
    qualityLossMs: isPlanned ? qualityMs : sums.qualityLossMs,
  }
}
