import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftDefinition, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'

/** A work center's own schedule, or with 0 the company's (domain.md S-40). */
export type ScheduleOwner = number

/** Holds the company's schedules until the transaction ends, so that of two people who save at once the second replaces what the first saved. */
export async function lockSchedules(tenant: Tenant): Promise<void> {
  await sql`select id from company where id = ${tenant.companyId} for no key update`.execute(tenant.tx)
}

/** Returns the versions of the owner's schedule, ascending by their start; none = the owner has no shifts of its own. */
export async function listScheduleVersions(tenant: Tenant, owner: ScheduleOwner): Promise<readonly ShiftScheduleVersion[]> {
  const rows = await tenant.tx
    .selectFrom('shift_schedule')
    .selectAll()
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', owner)
    .orderBy('valid_from')
    .orderBy('time_start')
    .orderBy('shift_id')
    .execute()
  const versions = new Map<number, { zone: string; shifts: ShiftDefinition[] }>()
  for (const row of rows) {
    const version = versions.get(row.valid_from) ?? { zone: row.time_zone, shifts: [] }
    versions.set(row.valid_from, version)
    version.shifts.push({ shiftId: row.shift_id, code: row.code, name: row.name, timeStart: row.time_start, timeEnd: row.time_end })
  }
  return [...versions].map(([validFrom, version]) => ({ validFrom, ...version }))
}

/** Stores a version of the owner's schedule in the place of those that began at its start or later. */
export async function replaceScheduleFrom(tenant: Tenant, owner: ScheduleOwner, version: ShiftScheduleVersion): Promise<void> {
  await tenant.tx
    .deleteFrom('shift_schedule')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', owner)
    .where('valid_from', '>=', version.validFrom)
    .execute()
  await tenant.tx
    .insertInto('shift_schedule')
    .values(
      version.shifts.map((shift) => ({
        company_id: tenant.companyId,
        work_center_id: owner,
        valid_from: version.validFrom,
        time_zone: version.zone,
        shift_id: shift.shiftId,
        code: shift.code,
        name: shift.name,
        time_start: shift.timeStart,
        time_end: shift.timeEnd,
      })),
    )
    .execute()
}
