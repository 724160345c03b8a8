import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import type { Tenant } from '#server/db/database.ts'
import { versionsOf } from './scheduleRows.ts'
import type { ScheduleRow } from './scheduleRows.ts'

/** A work center's own schedule, or with 0 the company's (domain.md S-40). */
export type ScheduleOwner = number

/** Every day of the week, as the table holds it for a shift that says nothing of them. */
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** Locks the company's schedules until the transaction ends, so that concurrent saves see each other. */
export async function lockSchedules(tenant: Tenant): Promise<void> {
  await sql`select id from company where id = ${tenant.companyId} for no key update`.execute(tenant.tx)
}

/**
 * Returns the versions of each owner's schedule, ascending by their start, those without shifts among them, in one statement; an owner that never had shifts of
 * its own is left out.
 */
export async function listScheduleVersionsOf(
  tenant: Tenant,
  owners: readonly ScheduleOwner[],
): Promise<ReadonlyMap<ScheduleOwner, readonly ShiftScheduleVersion[]>> {
  const { rows } = await sql<ScheduleRow & { readonly owner: ScheduleOwner }>`
    select work_center_id as owner, valid_from, time_zone, shift_date_rule, shift_id, code, name, time_start, time_end, weekdays
    from shift_schedule where company_id = ${tenant.companyId} and work_center_id = any(${[...owners]}::int[])
    union all
    select work_center_id, valid_from, time_zone, 'START', null, '', '', '', '', '{}'
    from shift_schedule_end where company_id = ${tenant.companyId} and work_center_id = any(${[...owners]}::int[])
    order by owner, valid_from, time_start, shift_id`.execute(tenant.tx)
  return new Map([...Map.groupBy(rows, ({ owner }) => owner)].map(([owner, own]) => [owner, versionsOf(own)]))
}

/** Stores a version of the owner's schedule, replacing those that begin at its start or later. Without shifts it ends the schedule. */
export async function replaceScheduleFrom(tenant: Tenant, owner: ScheduleOwner, version: ShiftScheduleVersion): Promise<void> {
  for (const table of ['shift_schedule', 'shift_schedule_end'] as const) {
    await tenant.tx
      .deleteFrom(table)
      .where('company_id', '=', tenant.companyId)
      .where('work_center_id', '=', owner)
      .where('valid_from', '>=', version.validFrom)
      .execute()
  }
  const common = { company_id: tenant.companyId, work_center_id: owner, valid_from: version.validFrom, time_zone: version.zone }
  if (version.shifts.length === 0) {
    await tenant.tx.insertInto('shift_schedule_end').values(common).execute()
    return
  }
  await tenant.tx
    .insertInto('shift_schedule')
    .values(
      version.shifts.map((shift) => ({
        ...common,
        shift_date_rule: version.shiftDateRule ?? 'START',
        shift_id: shift.shiftId,
        code: shift.code,
        name: shift.name,
        time_start: shift.timeStart,
        time_end: shift.timeEnd,
        weekdays: [...(shift.weekdays ?? EVERY_DAY)],
      })),
    )
    .execute()
}

/** Returns the active work centers under the owner's schedule, ascending: the work center itself, or with 0 all of the company. */
export async function listScheduled(tenant: Tenant, owner: ScheduleOwner): Promise<readonly WorkCenterId[]> {
  const rows = await sql<{ id: number }>`select id from work_center
    where company_id = ${tenant.companyId} and (${owner}::int = 0 or id = ${owner}) and device_status <> 'ARCHIVE' order by id`.execute(
    tenant.tx,
  )
  return rows.rows.map((row) => asId<WorkCenterId>(row.id))
}

/** Returns the work centers that ever had shifts, holidays or extra days of their own. */
export async function listScheduleOwners({ tx, companyId }: Tenant): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select work_center_id as id from shift_schedule where company_id = ${companyId} and work_center_id <> 0
    union select work_center_id from shift_schedule_end where company_id = ${companyId} and work_center_id <> 0
    union select work_center_id from shift_exception where company_id = ${companyId} and work_center_id <> 0`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns how many active work centers have no shifts of their own at the instant, and so the company's. */
export async function countFollowers(tenant: Tenant, at: number): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from work_center w
    where w.company_id = ${tenant.companyId} and w.device_status <> 'ARCHIVE' and not exists (
      select from shift_schedule s
      where s.company_id = w.company_id and s.work_center_id = w.id and s.valid_from <= ${at} and s.valid_from > coalesce((
        select max(e.valid_from) from shift_schedule_end e
        where e.company_id = w.company_id and e.work_center_id = w.id and e.valid_from <= ${at}), -1))`.execute(tenant.tx)
  return rows.rows[0]?.count ?? 0
}

/** Returns when the last confirmed shift of the work centers ends, null when none is confirmed. */
export async function lastConfirmedEnd(tenant: Tenant, workCenterIds: readonly WorkCenterId[]): Promise<number | null> {
  const rows = await sql<{ end: number | null }>`select max(end_at) as end from shift
    where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[]) and status = 'CONFIRMED'`.execute(tenant.tx)
  return rows.rows[0]?.end ?? null
}

/** Returns the zones in which the owner's shifts, and with 0 those of all work centers, were ever laid out. */
export async function listZones(tenant: Tenant, owner: ScheduleOwner): Promise<readonly string[]> {
  const rows = await sql<{ zone: string }>`select distinct time_zone as zone from shift_schedule
    where company_id = ${tenant.companyId} and (${owner}::int = 0 or work_center_id in (0, ${owner}::int))`.execute(tenant.tx)
  return rows.rows.map((row) => row.zone)
}
