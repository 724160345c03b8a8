import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import type { ShiftInstance, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { schedulesInForce } from './scheduleInForce.service.ts'

/** Returns the shifts that the schedule of the work center plans, of those that overlap `[start, end)`, ascending. */
export async function listShiftTimes(tenant: Tenant, workCenterId: WorkCenterId, interval: Interval): Promise<readonly ShiftInstance[]> {
  return (await readShiftTimes(tenant, [workCenterId]))(workCenterId, interval)
}

/** Returns what gives the same for each of the work centers, read in two statements; those of one schedule share the work. */
export async function readShiftTimes(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
): Promise<(workCenterId: WorkCenterId, interval: Interval) => readonly ShiftInstance[]> {
  const inForce = await schedulesInForce(tenant, workCenterIds)
  const known = new Map<readonly ShiftScheduleVersion[], Map<string, readonly ShiftInstance[]>>()
  return (workCenterId, { start, end }) => {
    const { versions } = inForce(workCenterId)
    const ofSchedule = known.get(versions) ?? new Map<string, readonly ShiftInstance[]>()
    known.set(versions, ofSchedule)
    // Whole days: work centers whose times differ by seconds ask for the same.
    const [from, to] = [Math.floor(start / DAY_MS) * DAY_MS, Math.ceil(end / DAY_MS) * DAY_MS]
    const key = `${from}/${to}`
    const found = ofSchedule.get(key) ?? instancesBetween(calendarOf(versions), from, to)
    ofSchedule.set(key, found)
    return found.filter((one) => one.start < end && one.end > start)
  }
}
