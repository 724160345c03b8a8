import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce } from './scheduleInForce.service.ts'

/** Returns the shifts that the schedule of the work center plans, of those that overlap `[start, end)`, ascending. */
export async function listShiftTimes(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
): Promise<readonly ShiftInstance[]> {
  const { versions } = await scheduleInForce(tenant, workCenterId)
  return instancesBetween(calendarOf(versions), start, end)
}
