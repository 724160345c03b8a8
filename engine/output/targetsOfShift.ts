import type { ShiftRecord } from '#engine/facts.ts'
import { runTimesOf } from '#engine/oee/kpis.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { shiftTarget, type TargetSetup, type TargetSpan, type TargetStretch } from './shiftTarget.ts'

/** Units that should be made until the record's instant, and in all of the shift; null = a speed that it needs is unknown. */
export type ShiftTargets = { readonly targetToDate: number | null; readonly targetFullShift: number | null }

/** What a target is worked out from beside the record. */
export type TargetBasis = {
  readonly target: TargetSetup
  readonly type: WorkCenterType
  /** The work center's own. */
  readonly idealCycleMs: number | null
  /** The scheduled time of the shift's day. */
  readonly dayMs: number
  /** The planned production time so far by the orders in progress. */
  readonly stretches: readonly TargetStretch[]
  /** The orders in progress at the record's instant. */
  readonly present: Omit<TargetStretch, 'plannedMs'>
}

/** Returns the target output of a record's shift (G-21). The rest of the shift is fully planned, and made by the orders now in progress. */
export function targetsOfShift({ shift, asOf, terms }: Pick<ShiftRecord, 'asOf' | 'shift' | 'terms'>, basis: TargetBasis): ShiftTargets {
  const { target, type, idealCycleMs, dayMs, stretches, present } = basis
  const { plannedMs } = runTimesOf(terms)
  const shiftPlannedMs = shift.end - shift.start - terms.excludedMs
  const toDate: TargetSpan = { start: shift.start, end: asOf, plannedMs, shiftPlannedMs, dayMs, stretches }
  const rest = { ...present, plannedMs: Math.max(0, shift.end - asOf) }
  const full: TargetSpan = { ...toDate, end: shift.end, plannedMs: shiftPlannedMs, stretches: [...stretches, rest] }
  return { targetToDate: shiftTarget(target, toDate, idealCycleMs, type), targetFullShift: shiftTarget(target, full, idealCycleMs, type) }
}

/** Returns accepted units as a share of the target to date (G-21); null without a target. */
export function attainmentOf(accepted: number, targetToDate: number | null): number | null {
  return targetToDate === null || targetToDate <= 0 ? null : accepted / targetToDate
}
