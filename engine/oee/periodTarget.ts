import type { TargetOutputPeriod } from '#engine/output/shiftTarget.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { runTimesOf } from './kpis.ts'
import type { RecordSums } from './recordSums.ts'

/** Targets of a work center over many shifts: units per period, else its reference speed. */
export type PeriodTargetSetup = {
  readonly type: WorkCenterType
  readonly targetOutput: number | null
  readonly targetOutputPeriod: TargetOutputPeriod | null
  /** Ms a unit; null = no reference speed. */
  readonly idealCycleMs: number | null
  /** Into how many shifts a target a day divides. */
  readonly shiftsPerDay: number
}

/**
 * Returns the target units of the records (G-21, by work center): the target for their planned hours, shifts or days, else planned time at reference
 * speed. Floored for pieces (C15), null with neither. `remainingMs` is the rest of a running shift.
 */
export function targetOfSums(sums: RecordSums, setup: PeriodTargetSetup, remainingMs = 0): number | null {
  const units = unitsOf(sums, setup, remainingMs)
  if (units === null) return null
  // A quotient that is whole but for the last digits of floating point is whole.
  return setup.type === 'CONTINUOUS' ? units : Math.floor(Number(units.toPrecision(14)))
}

function unitsOf(sums: RecordSums, setup: PeriodTargetSetup, remainingMs: number): number | null {
  const { targetOutput, targetOutputPeriod, idealCycleMs, shiftsPerDay } = setup
  const plannedMs = Math.max(0, runTimesOf(sums).plannedMs)
  if (targetOutput === null) return idealCycleMs === null ? null : plannedMs / idealCycleMs
  if (targetOutputPeriod === 'HOUR') return (targetOutput * plannedMs) / HOUR_MS
  // Shifts are alike: of the running one the share counts that is over.
  const shifts = plannedMs === 0 ? 0 : (sums.records * plannedMs) / (plannedMs + remainingMs)
  return targetOutputPeriod === 'DAY' ? (targetOutput * shifts) / Math.max(1, shiftsPerDay) : targetOutput * shifts
}
