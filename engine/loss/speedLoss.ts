import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'

/** Run time of an output segment and what was made in it. */
export type SpeedInput = {
  /** Small stops included. */
  readonly runMs: number
  readonly smallStopMs: number
  /** Counted units and their ideal time; null = no reference speed. */
  readonly total: number
  readonly netOperatingMs: number | null
  readonly idealCycleMs: number | null
}

const LEAST_MS = 60_000
const LEAST_SHARE = 0.05
const TINY = 1e-9

/**
 * Returns the loss by slow running (domain.md S-29): run time without small stops less net operating time, and the units missed in it, whole ones on
 * a discrete work center. Null up to a minute or 5 % of run time, for a gain, and without a reference speed.
 */
export function speedLossOf(input: SpeedInput, type: WorkCenterType): { durationMs: number; quantity: number } | null {
  const { runMs, smallStopMs, total, netOperatingMs, idealCycleMs } = input
  if (netOperatingMs === null || idealCycleMs === null) return null
  const durationMs = runMs - smallStopMs - netOperatingMs
  if (durationMs <= Math.max(LEAST_MS, LEAST_SHARE * runMs)) return null
  const possible = (runMs - smallStopMs) / idealCycleMs
  // A quotient that is whole but for the last digits of floating point is whole.
  const quantity = type === 'CONTINUOUS' ? possible - total : Math.floor(possible + TINY) - total
  return { durationMs: Math.round(durationMs), quantity: Math.max(0, Math.round(quantity * 1000) / 1000) }
}
