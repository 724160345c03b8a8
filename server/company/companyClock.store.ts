import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { ShiftDateRule } from '#engine/shift/shiftSchedule.ts'
import type { Tenant } from '#server/db/database.ts'

/** By what a company reads clock and calendar. */
export type CompanyClock = { readonly timeZone: string; readonly shiftDateRule: ShiftDateRule }

/**
 * Adds a version with the new zone and rule from the instant on to the schedules of the company and its work centers, also to versions that start
 * later (domain.md E-32). The past stays. A schedule with a zone of its own keeps it. Returns the active work centers, ascending.
 */
export async function restateSchedules(
  tenant: Tenant,
  before: CompanyClock,
  after: CompanyClock,
  at: number,
): Promise<readonly WorkCenterId[]> {
  const zone = sql`case time_zone when ${before.timeZone} then ${after.timeZone} else time_zone end`
  await sql`
    insert into shift_schedule (company_id, work_center_id, valid_from, time_zone, shift_date_rule, shift_id, code, name, time_start, time_end, weekdays)
    select company_id, work_center_id, ${at}::int8, ${zone}, ${after.shiftDateRule}, shift_id, code, name, time_start, time_end, weekdays
    from shift_schedule s
    where company_id = ${tenant.companyId} and valid_from < ${at}::int8
      and not exists (
        select from shift_schedule later where later.company_id = s.company_id and later.work_center_id = s.work_center_id
          and later.valid_from > s.valid_from and later.valid_from <= ${at}::int8)
      and not exists (
        select from shift_schedule_end e where e.company_id = s.company_id and e.work_center_id = s.work_center_id
          and e.valid_from > s.valid_from and e.valid_from <= ${at}::int8)`.execute(tenant.tx)
  await sql`update shift_schedule set time_zone = ${zone}, shift_date_rule = ${after.shiftDateRule}
    where company_id = ${tenant.companyId} and valid_from >= ${at}::int8`.execute(tenant.tx)
  const rows = await sql<{ id: number }>`select id from work_center
    where company_id = ${tenant.companyId} and device_status <> 'ARCHIVE' order by id`.execute(tenant.tx)
  return rows.rows.map((row) => asId<WorkCenterId>(row.id))
}
