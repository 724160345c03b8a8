import type { WorkCenterId } from '#engine/ids.ts'
import { efficiencyOf } from '#engine/oee/furtherKpis.ts'
import { statusTimesOf } from '#engine/oee/kpis.ts'
import type { Interval } from '#engine/time/interval.ts'
import { midnight, takesShift } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listCutShifts, listOutOfSchedule } from './boxEfficiency.store.ts'
import { scopeOf, type OeeQuestion } from './oeeQuestion.service.ts'
import type { ZoneScope } from './oeeStatistics.service.ts'
import { loadScopedSums } from './recordSums.service.ts'

/** How long a work center was in effective statuses and in others, whatever the reasons (domain.md D-32). */
export type BoxEfficiency = {
  readonly workCenter: WorkCenter
  /** null = all shifts together, or out of schedule. */
  readonly shiftId: number | null
  readonly effectiveMs: number
  readonly ineffectiveMs: number
  readonly outOfScheduleMs: number
  readonly efficiency: number | null
}

/** Time in statuses of a work center in one of its shifts; 0 = in several. */
type StatusTimes = {
  readonly workCenterId: WorkCenterId
  readonly shiftId: number
  readonly effectiveMs: number
  readonly ineffectiveMs: number
}

/**
 * Returns a row per work center, or split by shifts one per shift and one for time out of schedule. It is time of the clock: a shift that the period
 * cuts counts with its part inside. No data is neither effective nor ineffective.
 */
export async function boxEfficiencies(tenant: Tenant, question: OeeQuestion, splitByShifts: boolean): Promise<readonly BoxEfficiency[]> {
  const { scopes, now } = await scopeOf(tenant, question)
  const times: StatusTimes[] = []
  const outOfSchedule = new Map<WorkCenterId, number>()
  for (const scope of scopes) {
    const period = question.period ?? { start: midnight(scope.zone, scope.shifts.from), end: midnight(scope.zone, scope.shifts.to) }
    times.push(...(await statusTimesIn(tenant, scope, { period, grain: splitByShifts ? 'SHIFT' : 'MONTH' })))
    const outside = await listOutOfSchedule(tenant, { workCenterIds: scope.workCenterIds, period, now })
    for (const { workCenterId, outOfScheduleMs } of outside) outOfSchedule.set(workCenterId, outOfScheduleMs)
  }
  const ids = scopes.flatMap(({ workCenterIds }) => workCenterIds ?? [])
  const isAll = scopes.some(({ workCenterIds }) => workCenterIds === null)
  const workCenters = await listWorkCenters(tenant, isAll ? {} : { ids })
  const own = Map.groupBy(times, ({ workCenterId }) => workCenterId)
  return workCenters.flatMap((workCenter) => {
    const parts = own.get(workCenter.id) ?? []
    const outOfScheduleMs = outOfSchedule.get(workCenter.id) ?? 0
    if (!splitByShifts) return [rowOf(workCenter, null, parts, outOfScheduleMs)]
    const shifts = [...Map.groupBy(parts, ({ shiftId }) => shiftId)].toSorted(([a], [b]) => a - b)
    return [...shifts.map(([shiftId, some]) => rowOf(workCenter, shiftId, some, 0)), rowOf(workCenter, null, [], outOfScheduleMs)]
  })
}

/** The times of whole shifts from their sums; those of cut ones from their statuses. */
async function statusTimesIn(
  tenant: Tenant,
  { workCenterIds, shifts }: ZoneScope,
  { period, grain }: { readonly period: Interval; readonly grain: 'MONTH' | 'SHIFT' },
): Promise<readonly StatusTimes[]> {
  const whole = await loadScopedSums(tenant, { shifts, workCenterIds, grain })
  const cut = await listCutShifts(tenant, { workCenterIds, shifts, period })
  const taken = cut.filter(({ shift }) => takesShift(shifts, shift))
  return [
    ...whole.map(({ workCenterId, shiftId, sums }) => ({ workCenterId, shiftId: shiftId ?? 0, ...statusTimesOf(sums) })),
    ...taken.map(({ workCenterId, shift, terms }) => {
      const { effectiveMs, ineffectiveMs } = statusTimesOf(terms)
      return { workCenterId, shiftId: shift.shiftId, effectiveMs: -effectiveMs, ineffectiveMs: -ineffectiveMs }
    }),
    ...(await partsOf(tenant, cut, period)),
  ]
}

/** The times of shifts inside the period, by their statuses. */
async function partsOf(tenant: Tenant, shifts: readonly StoredShift[], { start, end }: Interval): Promise<readonly StatusTimes[]> {
  const windows = shifts
    .map(({ workCenterId, shift, asOf }) => ({
      workCenterId,
      shiftId: shift.shiftId,
      start: Math.max(shift.start, start),
      end: Math.min(shift.end, asOf, end),
    }))
    .filter((window) => window.start < window.end)
  if (windows.length === 0) return []
  const statuses = Map.groupBy(await listStatusesIn(tenant, windows), ({ workCenterId }) => workCenterId)
  return windows.map((window) => {
    let [effectiveMs, ineffectiveMs] = [0, 0]
    for (const status of statuses.get(window.workCenterId) ?? []) {
      // The windows of a work center never overlap, so a clipped status lies in one of them.
      if (status.kind === 'NO_DATA' || status.start < window.start || status.start >= window.end) continue
      const ms = (status.end ?? window.end) - status.start
      if (status.isEffective) effectiveMs += ms
      else ineffectiveMs += ms
    }
    return { workCenterId: window.workCenterId, shiftId: window.shiftId, effectiveMs, ineffectiveMs }
  })
}

function rowOf(workCenter: WorkCenter, shiftId: number | null, parts: readonly StatusTimes[], outOfScheduleMs: number): BoxEfficiency {
  const effectiveMs = parts.reduce((sum, part) => sum + part.effectiveMs, 0)
  const ineffectiveMs = parts.reduce((sum, part) => sum + part.ineffectiveMs, 0)
  return { workCenter, shiftId, effectiveMs, ineffectiveMs, outOfScheduleMs, efficiency: efficiencyOf(effectiveMs, ineffectiveMs) }
}
