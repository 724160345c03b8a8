import { onlineKpisOf } from '#engine/oee/onlineOee.ts'
import type { ShiftTargets } from '#engine/output/targetsOfShift.ts'
import { currentState } from '#engine/status/currentState.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { Tenant } from '#server/db/database.ts'
import { listShiftsAt } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { countLosses } from '#server/shift/shiftCounts.store.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import type { StoredStatusRule } from '#server/status/statusRule.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { targetsOfShifts } from './shiftTarget.service.ts'

type Stored = {
  readonly status: StoredStatus | null
  readonly rule: StoredStatusRule | null
  readonly shift: StoredShift | null
  readonly targets: ShiftTargets | null
  readonly unclassifiedLossCount: number
}

/**
 * Returns the work centers as the database last knew them, by id: for those of which nothing was published since the start. The newest values of
 * sensors are not among it, and the status is the one that was open when the last sample was stored.
 */
export async function liveFromStore(
  tenant: Tenant,
  workCenters: readonly WorkCenter[],
  now: number,
): Promise<ReadonlyMap<number, LiveWorkCenter>> {
  const ids = workCenters.map((workCenter) => workCenter.id)
  const [shifts, statuses] = await Promise.all([
    listShiftsAt(tenant, ids, now),
    listStatusesIn(
      tenant,
      ids.map((workCenterId) => ({ workCenterId, start: now - 1, end: now })),
      { isWhole: true },
    ),
  ])
  const [targets, rules, counts] = await Promise.all([
    targetsOfShifts(tenant, shifts),
    findStatusRules(
      tenant,
      statuses.flatMap((status) => status.statusRuleId ?? []),
    ),
    countLosses(
      tenant,
      shifts.map((shift) => ({ workCenterId: shift.workCenterId, start: shift.shift.start })),
    ),
  ])
  return new Map(
    workCenters.flatMap((workCenter) => {
      const status = statuses.findLast((one) => one.workCenterId === workCenter.id) ?? null
      const view = viewOf(workCenter, now, {
        status,
        rule: rules.find((rule) => rule.id === status?.statusRuleId) ?? null,
        shift: shifts.find((shift) => shift.workCenterId === workCenter.id) ?? null,
        targets: targets.get(workCenter.id)?.values().next().value ?? null,
        unclassifiedLossCount: counts.find((count) => count.workCenterId === workCenter.id)?.unclassifiedCount ?? 0,
      })
      return view ? [[workCenter.id, view] as const] : []
    }),
  )
}

function viewOf(
  workCenter: WorkCenter,
  now: number,
  { status, rule, shift, targets, unclassifiedLossCount }: Stored,
): LiveWorkCenter | null {
  if (workCenter.deviceId === null) return null
  const { isEffective, isScheduledLoss, kind } = status ?? { isEffective: false, isScheduledLoss: false, kind: 'NO_DATA' }
  const { idleLoadThreshold } = workCenter
  return {
    companyId: workCenter.companyId,
    workCenterId: workCenter.id,
    deviceId: workCenter.deviceId,
    at: now,
    lastSampleAt: null,
    state: status && currentState({ kind, isEffective, isPlanned: isScheduledLoss, loadPercent: null, idleLoadThreshold }),
    status: status && {
      kind: status.kind,
      noDataCause: status.cause,
      statusRuleId: status.statusRuleId,
      name: rule?.name ?? null,
      color: rule?.color ?? null,
      isEffective,
      isScheduledLoss,
      since: status.start,
    },
    shift: shift && { ...shift.shift, code: shift.code, name: shift.name },
    oee: shift && { ...onlineKpisOf(shift.terms, workCenter), asOf: shift.asOf, issues: shift.issues },
    output: shift && { ...shift.terms.output, ...(targets ?? { targetToDate: null, targetFullShift: null }) },
    unclassifiedLossCount,
    values: {},
  }
}
