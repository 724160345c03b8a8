import type { WorkCenterId } from '#engine/ids.ts'
import { instanceOn } from '#engine/shift/instances.ts'
import type { ShiftDefinition, ShiftInstance, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { calendarOf } from '#engine/time/calendar.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce, versionAt } from './scheduleInForce.service.ts'

/** One shift of the schedule in force, with its times as they fall today; offsets are ms of the UTC day. */
export type ScheduledShift = ShiftDefinition & {
  readonly zone: string
  readonly startOffsetMs: number
  readonly endOffsetMs: number
  readonly isCurrent: boolean
  /** 0 = the company's. */
  readonly workCenterId: number
  readonly validFrom: number
  /** Start of the owner's newest version, 0 without one. Callers pass it when saving, so that they overwrite only what they saw. */
  readonly newest: number
}

/** Returns the shifts in force, or those coming into force first, of the work center's own schedule, else of the company's (domain.md S-40). */
export async function schedulesOf(tenant: Tenant, workCenterId: number, now: number): Promise<readonly ScheduledShift[]> {
  const { versions, own } = await scheduleInForce(tenant, workCenterId)
  const version = versionAt(versions, now)
  if (version === undefined) return []
  return scheduledShifts(
    versions,
    version,
    { workCenterId: isOwn(own, version) ? workCenterId : 0, newest: own.at(-1)?.validFrom ?? 0 },
    now,
  )
}

/** Returns the shifts of the owner's latest version (domain.md S-43). */
export async function newestSchedule(tenant: Tenant, workCenterId: number, now: number): Promise<readonly ScheduledShift[]> {
  const { versions, own } = await scheduleInForce(tenant, workCenterId)
  const version = versions.at(-1)
  if (version === undefined) return []
  return scheduledShifts(
    versions,
    version,
    { workCenterId: isOwn(own, version) ? workCenterId : 0, newest: own.at(-1)?.validFrom ?? 0 },
    now,
  )
}

/** Returns the shift of the calendar that holds the instant, or null out of schedule (domain.md S-49). */
export async function currentShiftOf(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  now: number,
): Promise<{ readonly shift: ShiftInstance; readonly code: string; readonly name: string } | null> {
  const { versions } = await scheduleInForce(tenant, workCenterId)
  const { shift } = calendarOf(versions).windowAt(now)
  if (shift === null) return null
  const definition = versionAt(versions, shift.start)?.shifts.find((one) => one.shiftId === shift.shiftId)
  return { shift, code: definition?.code ?? '', name: definition?.name ?? '' }
}

/** Each shift of a version as it falls on the zone's today; current is the one that the calendar of all versions is in (domain.md S-43). */
function scheduledShifts(
  versions: readonly ShiftScheduleVersion[],
  version: ShiftScheduleVersion,
  owner: Pick<ScheduledShift, 'newest' | 'workCenterId'>,
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
      ...owner,
      validFrom: version.validFrom,
    }
  })
}

/** An own version without shifts stands for the company's. */
function isOwn(own: readonly ShiftScheduleVersion[], version: ShiftScheduleVersion): boolean {
  return own.some((one) => one.validFrom === version.validFrom && one.shifts.length > 0)
}
