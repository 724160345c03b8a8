import type { ShiftRecord } from '#engine/facts.ts'
import type { CompiledSetup } from '#engine/fold/compiledSetup.ts'
import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import type { Tally } from '#engine/oee/tally.ts'
import { REFERENCE_TARGET } from '#engine/output/shiftTarget.ts'
import { targetsOfShift, type ShiftTargets } from '#engine/output/targetsOfShift.ts'
import { scheduledDayMs } from '#engine/time/calendar.ts'
import { DAY_MS } from '#engine/time/durations.ts'

/** Returns the target output of the running shift, to date and for all of it (G-21). */
export function liveTarget(record: ShiftRecord, { orderUnits, idleMs }: Tally, compiled: CompiledSetup): ShiftTargets {
  const { setup, idealCycleMs, calendar } = compiled
  const target = setup.target ?? REFERENCE_TARGET
  const made = orderUnits === null ? { plannedMs: 1, idealCycleMs: null, orders: 1 } : { plannedMs: orderUnits, idealCycleMs: 1, orders: 1 }
  const present = stretchAt(compiled.stretches, record.asOf)
  return targetsOfShift(record, {
    target,
    type: setup.type,
    idealCycleMs,
    dayMs: target.period === 'DAY' && target.units !== null ? scheduledDayMs(record.shift, calendar) : DAY_MS,
    stretches: [made, { plannedMs: idleMs, idealCycleMs, orders: 0 }],
    present: { idealCycleMs: present.idealCycleMs, orders: present.orders.length },
  })
}
