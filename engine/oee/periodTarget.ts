import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { sumTimes, type RecordSums } from './recordSums.ts'

/** For which stretch of time a work center's target output is set; a day is 24 hours. */
export const TARGET_OUTPUT_PERIODS = ['DAY', 'HOUR', 'SHIFT'] as const
export type TargetOutputPeriod = (typeof TARGET_OUTPUT_PERIODS)[number]

/** What a work center aims at: units a period, else its reference speed. */
export type TargetSetup = {
  readonly type: WorkCenterType
  readonly targetOutput: number | null
  readonly targetOutputPeriod: TargetOutputPeriod | null
  /** Ms a unit; null = no reference speed. */
  readonly idealCycleMs: number | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Returns the units that the planned production time of the records is worth (domain.md §2.7, by work center): its target prorated, else its reference
 * speed; floored for pieces (C15); null with neither. `remainingMs` is how much of the running shift, if one is among them, is still to come.
 */
export function targetOfSums(sums: RecordSums, setup: TargetSetup, remainingMs = 0): number | null {
  const units = unitsOf(sums, setup, remainingMs)
  if (units === null) return null
  // A quotient that is whole but for the last digits of floating point is whole.
  return setup.type === 'CONTINUOUS' ? units : Math.floor(Number(units.toPrecision(14)))
}

function unitsOf(sums: RecordSums, { targetOutput, targetOutputPeriod, idealCycleMs }: TargetSetup, remainingMs: number): number | null {
  const plannedMs = Math.max(0, sumTimes(sums).plannedMs)
  if (targetOutput !== null && targetOutputPeriod !== null) {
    if (targetOutputPeriod === 'HOUR') return (targetOutput * plannedMs) / HOUR_MS
    if (targetOutputPeriod === 'DAY') return (targetOutput * plannedMs) / DAY_MS
    const shiftsMs = sums.elapsedMs + remainingMs
    return shiftsMs === 0 ? 0 : (targetOutput * sums.records * plannedMs) / shiftsMs
  }
  return idealCycleMs === null ? null : plannedMs / idealCycleMs
}
