import type { WorkCenterId } from '#engine/ids.ts'
import type { Rhythm } from '#engine/report/due.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import type { Interval } from '#engine/time/interval.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce } from '#server/shift/scheduleInForce.service.ts'
import { listScheduled, listScheduleOwners } from '#server/shift/shiftSchedule.store.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listIdsOfGroups } from '../report.store.ts'
import type { Subscription } from './subscription.store.ts'

/** Returns which work centers the subscription is of now: the one, those of its group, also what was archived since, or null for all (domain.md R-15). */
export async function scopeOfReport(
  tenant: Tenant,
  { workCenterId, groupId }: Pick<Subscription, 'groupId' | 'workCenterId'>,
): Promise<readonly WorkCenterId[] | null> {
  if (workCenterId !== null) return [workCenterId]
  return groupId === null ? null : await listIdsOfGroups(tenant, [groupId])
}

/** Returns when the subscription is sent, by the clock of its work center, of several and of energy, whose days are the company's, by the company's. */
export async function rhythmOf(
  tenant: Tenant,
  { type, periodicity, hours, minutes, workCenterId }: Pick<Subscription, 'hours' | 'minutes' | 'periodicity' | 'type' | 'workCenterId'>,
): Promise<Rhythm> {
  const isOfCompany = workCenterId === null || type === 'ENERGY'
  const zone = isOfCompany ? ((await findCompany(tenant))?.timeZone ?? 'UTC') : await findPlantZone(tenant, workCenterId)
  return { periodicity, hours, minutes, zone }
}

/** Returns the shifts of the work centers, of all with null, that overlap the time, those of one schedule once; what is archived has none to come. */
export async function instancesOf(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[] | null,
  { start, end }: Interval,
): Promise<readonly ShiftInstance[]> {
  const scheduled =
    workCenterIds === null ? await listScheduled(tenant, 0) : (await listWorkCenters(tenant, { ids: workCenterIds })).map(({ id }) => id)
  const own = await listScheduleOwners(tenant)
  const owners = new Set(scheduled.map((id) => (own.has(id) ? id : 0)))
  const instances: ShiftInstance[] = []
  for (const owner of owners) {
    const { versions } = await scheduleInForce(tenant, owner)
    instances.push(...instancesBetween(calendarOf(versions), start, end))
  }
  return instances
}
