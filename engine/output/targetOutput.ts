import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'

/**
 * Returns the units of the planned production time at reference speed (G-21): whole pieces for a discrete work center, metres with fraction for a
 * continuous one; null without a reference speed.
 */
export function targetOutput(plannedMs: number, idealCycleMs: number | null, type: WorkCenterType): number | null {
  if (idealCycleMs === null) return null
  const units = Math.max(0, plannedMs) / idealCycleMs
  // A quotient that is whole but for the last digits of floating point is whole.
  return type === 'CONTINUOUS' ? units : Math.floor(Number(units.toPrecision(14)))
}
