import type { WorkCenterId } from '#engine/ids.ts'
import { effectiveSchedule } from '#engine/shift/effectiveSchedule.ts'
import { instanceOn } from '#engine/shift/instances.ts'
import type { ShiftDefinition, ShiftInstance, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { calendarOf } from '#engine/time/calendar.ts'
import type { Tenant } from '#server/db/database.ts'
import { listScheduleVersions } from './shiftSchedule.store.ts'

/** One shift of the schedule in force, with its times as they fall today; offsets are ms of the UTC day. */
export type ScheduledShift = ShiftDefinition & {
  readonly zone: string
  readonly startOffsetMs: number
  readonly endOffsetMs: number
  readonly isCurrent: boolean
  /** 0 = the company's. */
  readonly workCenterId: number
  readonly validFrom: number
}

const DAY_MS = 86_400_000

/** Returns the shifts in force, or those coming into force first, of the work center's own schedule, else of the company's (domain.md S-40). */
export async function schedulesOf(tenant: Tenant, workCenterId: number, now: number): Promise<readonly ScheduledShift[]> {
  const own = workCenterId === 0 ? [] : await listScheduleVersions(tenant, workCenterId)
  const versions = effectiveSchedule(own, await listScheduleVersions(tenant, 0))
  const version = versions.findLast((one) => one.validFrom <= now) ?? versions[0]
  return version === undefined ? [] : scheduledShifts(versions, version, own.includes(version) ? workCenterId : 0, now)
}

/** Returns the shift of the calendar that holds the instant, or null out of schedule (domain.md S-49). */
export async function currentShiftOf(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  now: number,
): Promise<{ readonly shift: ShiftInstance; readonly code: string; readonly name: string } | null> {
  const versions = effectiveSchedule(await listScheduleVersions(tenant, workCenterId), await listScheduleVersions(tenant, 0))
  const { shift } = calendarOf(versions).windowAt(now)
  if (shift === null) return null
  const definition = versions.findLast((one) => one.validFrom <= shift.start)?.shifts.find((one) => one.shiftId === shift.shiftId)
  return { shift, code: definition?.code ?? '', name: definition?.name ?? '' }
}

/** Returns each shift of a version as it falls on the zone's today; current is the one that the calendar of all versions is in (domain.md S-43). */
export function scheduledShifts(
  versions: readonly ShiftScheduleVersion[],
  version: ShiftScheduleVersion,
  workCenterId: number,
  now: number,
): readonly ScheduledShift[] {
  const current = calendarOf(versions).windowAt(now).shift
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(version.zone).toPlainDate()
  return version.shifts.map((shift) => {
    const instances = [today.subtract({ days: 1 }), today].map((date) => instanceOn(version, shift, date))
    const running = instances.find((instance) => instance.start <= now && now < instance.end)
    const shown = running ?? instances[1]
    return {
      ...shift,
      zone: version.zone,
      startOffsetMs: (shown?.start ?? 0) % DAY_MS,
      endOffsetMs: (shown?.end ?? 0) % DAY_MS,
      isCurrent: running !== undefined && running.start === current?.start && shift.shiftId === current.shiftId,
      workCenterId,
      validFrom: version.validFrom,
    }
  })
}
