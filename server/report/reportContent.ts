import type { WorkCenterId } from '#engine/ids.ts'
import { isOn } from '#engine/extension/extension.ts'
import { asId } from '#engine/ids.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { energyKnownOf } from '#server/energy/energyReport.service.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { ALL_LOSSES } from '#server/loss/lossFilter.store.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'
import { sumLosses } from '#server/loss/lossList.store.ts'
import { periodOfDates } from './energyFigures.service.ts'
import { hasShifts, listShiftIds } from './report.store.ts'
import type { ReportRequest } from './reportRequest.ts'
import { scopeOfView } from './viewScope.ts'

/** Returns the losses that the report counts: those of shifts of its dates, stops only where it is about downtime. */
export function lossesOf({ type, from, to, workCenterIds }: Pick<ReportRequest, 'from' | 'to' | 'type' | 'workCenterIds'>): LossFilter {
  return {
    ...ALL_LOSSES,
    workCenterIds: workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null,
    source: type === 'LOSSES' ? null : 'STATUS',
    shiftDateFrom: from,
    shiftDateTo: dayBefore(to),
  }
}

/** Returns whether there is anything to tell: shifts for the reports about them and for views, energy where the company has its costs, losses for the others. */
export async function hasContent(tenant: Tenant, request: ReportRequest, now: number): Promise<boolean> {
  if (request.type === 'VIEW') return await hasShifts(tenant, await scopeOfView(tenant, request))
  if (request.type === 'ENERGY') {
    if (!isOn('ENERGY', await listChosenExtensions(tenant))) return false
    const ids = request.workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null
    const { isStored, measuring } = await energyKnownOf(tenant, ids, periodOfDates(request.zone, request))
    // Samples that are not stored by the hour yet are known to the process that took them in alone: where shifts were, there may be some.
    return isStored || (measuring.length > 0 && (await hasShifts(tenant, { ...request, workCenterIds: [...measuring] })))
  }
  if (request.type === 'GENERAL' || request.type === 'SHIFT') return await hasShifts(tenant, request)
  const shiftInstanceIds = request.shiftStart === null ? null : await listShiftIds(tenant, request)
  return (await sumLosses(tenant, { ...lossesOf(request), shiftInstanceIds }, now)).count > 0
}
