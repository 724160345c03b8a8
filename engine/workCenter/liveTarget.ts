import type { ShiftRecord } from '#engine/facts.ts'
import type { CompiledSetup } from '#engine/fold/compiledSetup.ts'
import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import { timesOf } from '#engine/oee/kpis.ts'
import type { Tally } from '#engine/oee/tally.ts'
import { REFERENCE_TARGET, shiftTarget, type TargetSpan } from '#engine/output/shiftTarget.ts'
import { instancesBetween } from '#engine/time/calendar.ts'

const DAY_MS = 86_400_000

/**
 * Returns the target output of the running shift, to date and for all of it (domain.md §2.7): what is to come is planned but for nothing, and made by the orders
 * in progress now. null = a speed that it needs is unknown.
 */
export function liveTarget(
  { shift, asOf, terms }: ShiftRecord,
  { orderUnits, idleMs }: Tally,
  compiled: CompiledSetup,
): { readonly targetToDate: number | null; readonly targetFullShift: number | null } {
  const { setup, idealCycleMs } = compiled
  const target = setup.target ?? REFERENCE_TARGET
  const { plannedMs } = timesOf(terms)
  const shiftPlannedMs = shift.end - shift.start - terms.excludedMs
  const made = orderUnits === null ? { plannedMs: 1, idealCycleMs: null, orders: 1 } : { plannedMs: orderUnits, idealCycleMs: 1, orders: 1 }
  const stretches = [made, { plannedMs: idleMs, idealCycleMs, orders: 0 }]
  const dayMs = target.period === 'DAY' && target.units !== null ? scheduledDayMs(shift, compiled) : DAY_MS
  const toDate: TargetSpan = { start: shift.start, end: asOf, plannedMs, shiftPlannedMs, dayMs, stretches }
  const present = stretchAt(compiled.stretches, asOf)
  const rest = { plannedMs: Math.max(0, shift.end - asOf), idealCycleMs: present.idealCycleMs, orders: present.orders.length }
  const full: TargetSpan = { ...toDate, end: shift.end, plannedMs: shiftPlannedMs, stretches: [...stretches, rest] }
  return {
    targetToDate: shiftTarget(target, toDate, idealCycleMs, setup.type),
    targetFullShift: shiftTarget(target, full, idealCycleMs, setup.type),
  }
}

/** The time of all shifts of the shift's date. */
function scheduledDayMs(shift: ShiftRecord['shift'], { calendar }: CompiledSetup): number {
  const near = instancesBetween(calendar, shift.start - DAY_MS, shift.end + DAY_MS)
  return near.filter((one) => one.shiftDate === shift.shiftDate).reduce((sum, one) => sum + one.end - one.start, 0)
}
