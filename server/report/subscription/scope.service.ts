import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Rhythm } from '#engine/report/due.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import type { Interval } from '#engine/time/interval.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce } from '#server/shift/scheduleInForce.service.ts'
import { listScheduled } from '#server/shift/shiftSchedule.store.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import type { Subscription } from './subscription.store.ts'

/** Returns when the subscription is sent, by the clock of its work center, of all work centers by the company's. */
export async function rhythmOf(
  tenant: Tenant,
  { periodicity, hours, minutes, workCenterId }: Pick<Subscription, 'hours' | 'minutes' | 'periodicity' | 'workCenterId'>,
): Promise<Rhythm> {
  const zone = workCenterId === null ? ((await findCompany(tenant))?.timeZone ?? 'UTC') : await findPlantZone(tenant, workCenterId)
  return { periodicity, hours, minutes, zone }
}

/** Returns the shifts of the work center that overlap the time, with null those of all active ones; shifts of one schedule once. */
export async function instancesOf(
  tenant: Tenant,
  workCenterId: WorkCenterId | null,
  { start, end }: Interval,
): Promise<readonly ShiftInstance[]> {
  const scheduled = workCenterId === null ? await listScheduled(tenant, 0) : [workCenterId]
  const own = await listOwnersOfSchedules(tenant)
  const owners = new Set(scheduled.map((id) => (own.has(id) ? id : 0)))
  const instances: ShiftInstance[] = []
  for (const owner of owners) {
    const { versions } = await scheduleInForce(tenant, owner)
    instances.push(...instancesBetween(calendarOf(versions), start, end))
  }
  return instances
}

/** Work centers that ever had shifts or holidays of their own. */
async function listOwnersOfSchedules({ tx, companyId }: Tenant): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select work_center_id as id from shift_schedule where company_id = ${companyId} and work_center_id <> 0
    union select work_center_id from shift_schedule_end where company_id = ${companyId} and work_center_id <> 0
    union select work_center_id from shift_exception where company_id = ${companyId} and work_center_id <> 0`.execute(tx)
  return new Set(rows.map(({ id }) => asId<WorkCenterId>(id)))
}
