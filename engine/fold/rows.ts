import type { HourRecord, OutputSegment, ShiftRecord } from '#engine/facts.ts'
import { issuesOf } from '#engine/oee/issues.ts'
import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import { termsOf } from '#engine/oee/tally.ts'
import { unitAt, type UnitVersion } from '#engine/output/unitVersions.ts'
import type { EffectiveSegment } from './effectiveSegment.ts'
import type { CompiledSetup } from './compiledSetup.ts'
import type { OpenHour, OpenSegment, OpenWindow } from './engineState.ts'

/** Returns the OEE record of a window as it holds until the instant, null out of schedule (D-6, D-8, D-41). */
export function shiftRow(window: OpenWindow, asOf: number, compiled: CompiledSetup): ShiftRecord | null {
  if (!window.shift) return null
  const { oee } = compiled.setup
  const { tally } = window
  const terms = termsOf(tally, oee.capPerformance)
  const isClosed = asOf >= window.shift.end
  const issues = [...window.issues, ...issuesOf({ terms, uncapped: termsOf(tally), isClosed, oee })]
  const present = stretchAt(compiled.stretches, Math.max(window.start, Math.min(asOf, window.shift.end) - 1)).idealCycleMs
  const idealCycleMs = tally.isUnpriced || tally.hasSeveralPrices ? null : (tally.idealCycleMs ?? present)
  return { shift: window.shift, asOf, terms, idealCycleMs, issues }
}

/** Returns the terms of an hour, never capped: the cap belongs to whole shifts (domain.md D-41). */
export function hourRow(hour: OpenHour): HourRecord {
  return { start: hour.start, shiftStart: hour.shiftStart, terms: termsOf(hour.tally) }
}

/** Returns the segment with its counts (domain.md S-60). */
export function segmentRow(segment: OpenSegment, effective: EffectiveSegment, units: readonly UnitVersion[]): OutputSegment {
  const { start, end, shiftStart, output, runMs, plannedMs } = segment
  const { count, registered, uncounted, isConfirmed, difference, netOperatingMs, qualityLossMs } = effective
  const { orders, idealCycleMs, piecesPerStroke } = effective.stretch
  return {
    start,
    end,
    shiftStart,
    ...registered,
    counted: registered === output ? null : output,
    strokes: piecesPerStroke > 1 ? registered.total / piecesPerStroke : null,
    uncounted,
    idealCycleMs,
    jobOrderIds: orders.map(({ jobOrderId }) => jobOrderId),
    effective: count,
    isConfirmed,
    difference,
    unit: unitAt(units, start),
    netOperatingMs,
    qualityLossMs,
    runMs,
    plannedMs,
  }
}
