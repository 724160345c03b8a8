import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ScheduledOrder, TargetSetup } from '#engine/output/shiftTarget.ts'
import { targetsOfShift } from '#engine/output/targetsOfShift.ts'
import type { ShiftTargets } from '#engine/output/targetsOfShift.ts'
import { calendarOf, scheduledDayMs } from '#engine/time/calendar.ts'
import type { Calendar } from '#engine/time/calendar.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { toScheduled } from '#server/ingest/setup/targetSetups.ts'
import { schedulesInForce } from '#server/shift/scheduleInForce.service.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listKeptTargets, listPlannedSegments, listScheduledOrders } from './shiftTarget.store.ts'
import type { PlannedSegment } from './shiftTarget.store.ts'

type Targets = ReadonlyMap<WorkCenterId, ReadonlyMap<number, ShiftTargets>>

/** What the target of a work center's shifts is worked out from. */
type Sources = {
  readonly workCenter: WorkCenter
  readonly target: TargetSetup
  /** Only where a target is set for a day. */
  readonly calendar: Calendar | null
  readonly segments: ReadonlyMap<number, readonly PlannedSegment[]>
}

/**
 * Returns the target output of stored shifts by work center and start, as the work centers are set now (G-21): the rule of the live view. That of a
 * confirmed shift is as it was when it was confirmed (domain.md E-72).
 */
export async function targetsOfShifts(tenant: Tenant, shifts: readonly StoredShift[]): Promise<Targets> {
  if (shifts.length === 0) return new Map()
  const byWorkCenter = Map.groupBy(shifts, (one) => one.workCenterId)
  const workCenters = await findWorkCenters(tenant, [...byWorkCenter.keys()])
  const keys = shifts.map((one) => ({ workCenterId: one.workCenterId, start: one.shift.start }))
  const segments = Map.groupBy(await listPlannedSegments(tenant, keys), (one) => one.workCenterId)
  const keptTargets = await keptOf(tenant, shifts)
  const scheduled = await scheduledOf(tenant, workCenters, byWorkCenter)
  const byDay = workCenters.filter(isByDay).map(({ id }) => id)
  const inForce = byDay.length === 0 ? null : await schedulesInForce(tenant, byDay)
  const targets = new Map<WorkCenterId, ReadonlyMap<number, ShiftTargets>>()
  for (const workCenter of workCenters) {
    const sources: Sources = {
      workCenter,
      target: targetSetupOf(workCenter, scheduled.get(workCenter.id) ?? []),
      calendar: isByDay(workCenter) && inForce !== null ? calendarOf(inForce(workCenter.id).versions) : null,
      segments: Map.groupBy(segments.get(workCenter.id) ?? [], (one) => one.shiftStart),
    }
    const own = byWorkCenter.get(workCenter.id) ?? []
    const stands = keptTargets.get(workCenter.id)
    const targetOf = (record: StoredShift) => stands?.get(record.shift.start) ?? targetsOf(record, sources)
    targets.set(workCenter.id, new Map(own.map((record) => [record.shift.start, targetOf(record)])))
  }
  return targets
}

async function keptOf(tenant: Tenant, shifts: readonly StoredShift[]): Promise<Targets> {
  const confirmed = shifts.filter(({ storedStatus }) => storedStatus === 'CONFIRMED')
  const rows = await listKeptTargets(
    tenant,
    confirmed.map(({ workCenterId, shift, revision }) => ({ workCenterId, start: shift.start, revision })),
  )
  const byWorkCenter = Map.groupBy(rows, ({ workCenterId }) => workCenterId)
  return new Map([...byWorkCenter].map(([id, own]) => [id, new Map(own.map(({ shiftStart, targets }) => [shiftStart, targets]))]))
}

function targetsOf(record: StoredShift, { workCenter, target, calendar, segments }: Sources): ShiftTargets {
  const stretches = segments.get(record.shift.start) ?? []
  const idealCycleMs = idealCycleOf(workCenter.targetSpeed)
  return targetsOfShift(record, {
    target,
    type: workCenter.type,
    idealCycleMs,
    dayMs: calendar ? scheduledDayMs(record.shift, calendar) : DAY_MS,
    stretches,
    present: stretches.at(-1) ?? { idealCycleMs, orders: 0 },
  })
}

function targetSetupOf(workCenter: WorkCenter, scheduled: readonly ScheduledOrder[]): TargetSetup {
  const { targetOutput, targetOutputPeriod, targetOutputCalculationType, isJobOrderRequired } = workCenter
  return {
    calculationType: targetOutputCalculationType,
    units: targetOutputPeriod === null ? null : targetOutput,
    period: targetOutputPeriod ?? 'SHIFT',
    isOrderRequired: isJobOrderRequired,
    scheduled,
  }
}

function isByDay({ targetOutput, targetOutputPeriod, targetOutputCalculationType }: WorkCenter): boolean {
  return targetOutput !== null && targetOutputPeriod === 'DAY' && targetOutputCalculationType === 'BY_WORK_CENTER_CYCLE_TIME'
}

async function scheduledOf(
  tenant: Tenant,
  workCenters: readonly WorkCenter[],
  shifts: ReadonlyMap<WorkCenterId, readonly StoredShift[]>,
): Promise<ReadonlyMap<number, readonly ScheduledOrder[]>> {
  const asked = workCenters
    .filter((one) => one.targetOutputCalculationType === 'BY_JOB_ORDERS_CYCLE_TIME')
    .map(({ id }) => ({ workCenterId: id, since: Math.min(...(shifts.get(id) ?? []).map((one) => one.shift.start)) }))
  if (asked.length === 0) return new Map()
  const rows = Map.groupBy(await listScheduledOrders(tenant, asked), (row) => row.work_center_id)
  return new Map([...rows].map(([id, own]) => [id, own.map(toScheduled)]))
}
