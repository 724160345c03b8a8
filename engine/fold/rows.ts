import type { HourRecord, OutputSegment, ShiftRecord } from '#engine/facts.ts'
import { issuesOf } from '#engine/oee/issues.ts'
import { termsOf } from '#engine/oee/tally.ts'
import type { CompiledSetup } from './compiledSetup.ts'
import type { OpenHour, OpenSegment, OpenWindow } from './engineState.ts'

/** Returns the OEE record of a window as it holds until the instant, null out of schedule (domain.md §1.1, D-41). */
export function shiftRow(window: OpenWindow, asOf: number, compiled: CompiledSetup): ShiftRecord | null {
  if (!window.shift) return null
  const { oee } = compiled.setup
  const { idealCycleMs } = compiled
  const terms = termsOf(window.tally, idealCycleMs, oee.capPerformance)
  const isClosed = asOf >= window.shift.end
  const issues = [...window.issues, ...issuesOf({ terms, uncapped: termsOf(window.tally, idealCycleMs), isClosed, oee })]
  return { shift: window.shift, asOf, terms, idealCycleMs, issues }
}

/** Returns the terms of an hour, never capped: the cap belongs to whole shifts (domain.md D-41). */
export function hourRow(hour: OpenHour, compiled: CompiledSetup): HourRecord {
  return { start: hour.start, shiftStart: hour.shiftStart, terms: termsOf(hour.tally, compiled.idealCycleMs) }
}

/** Returns the segment with its counts (domain.md S-60). */
export function segmentRow(segment: OpenSegment, compiled: CompiledSetup): OutputSegment {
  const { start, end, shiftStart, output, uncounted } = segment
  return {
    start,
    end,
    shiftStart,
    ...output,
    uncounted,
    idealCycleMs: compiled.idealCycleMs,
    jobOrderIds: [],
    effective: output,
    isConfirmed: false,
    netOperatingMs: null,
    qualityLossMs: null,
    runMs: 0,
  }
}
