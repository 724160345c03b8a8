import type { OutputSegment } from '#engine/facts.ts'
import type { JobOrderId } from '#engine/ids.ts'

/** What one output segment adds: `countedOutput × unitMs = netOperatingMs`, `rejectedOutput × rejectMs = qualityLossMs`. */
export type LedgerSegment = {
  readonly start: number
  readonly end: number | null
  readonly jobOrderIds: readonly JobOrderId[]
  readonly isConfirmed: boolean
  readonly countedOutput: number
  readonly rejectedOutput: number
  /** Ms a unit, and a rejected unit; null = no reference speed. */
  readonly unitMs: number | null
  readonly rejectMs: number | null
  readonly netOperatingMs: number | null
  readonly qualityLossMs: number | null
}

/** Returns the segment as a line of the ledger: its effective output, and the mean price where orders of several were confirmed. */
export function ledgerSegment({ start, end, jobOrderIds, isConfirmed, effective, uncounted, ...segment }: OutputSegment): LedgerSegment {
  const { idealCycleMs, netOperatingMs, qualityLossMs } = segment
  const countedOutput = effective.total - uncounted.total
  const rejectedOutput = effective.rejected - uncounted.rejected
  const meanOf = (ms: number | null, units: number): number | null => (ms === null || units === 0 ? idealCycleMs : ms / units)
  return {
    start,
    end,
    jobOrderIds,
    isConfirmed,
    countedOutput,
    rejectedOutput,
    unitMs: meanOf(netOperatingMs, countedOutput),
    rejectMs: meanOf(qualityLossMs, rejectedOutput),
    netOperatingMs,
    qualityLossMs,
  }
}
