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
  const plannedMs = Math.max(0, runTimesOf(sums).plannedMs)
  // Shifts are alike: of the running one the share counts that is over.
  const shifts = plannedMs === 0 ? 0 : (sums.records * plannedMs) / (plannedMs + remainingMs)
  const units = targetUnits({ plannedMs, shifts }, setup)
  if (units === null) return null
  // A quotient that is whole but for the last digits of floating point is whole.
  return setup.type === 'CONTINUOUS' ? units : Math.floor(Number(units.toPrecision(14)))
}

/**
 * Returns the target units of so much planned time, of so many shifts with planned time, as the work center has it (G-21): not rounded, so that those of
 * several shifts add up (domain.md N-21). Null without a target and a reference speed.
 */
export function targetUnits(
  { plannedMs, shifts }: { readonly plannedMs: number; readonly shifts: number },
  { targetOutput, targetOutputPeriod, idealCycleMs, shiftsPerDay }: Omit<PeriodTargetSetup, 'type'>,
): number | null {
  if (targetOutput === null) return idealCycleMs === null ? null : plannedMs / idealCycleMs
  if (targetOutputPeriod === 'HOUR') return (targetOutput * plannedMs) / HOUR_MS
  return targetOutputPeriod === 'DAY' ? (targetOutput * shifts) / Math.max(1, shiftsPerDay) : targetOutput * shifts
}
