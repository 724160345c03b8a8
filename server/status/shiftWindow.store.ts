import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns the parts of the period that lie in shifts of the ids, ascending (UTC ms). */
export async function listShiftWindows(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  period: Interval,
  shiftIds: readonly number[],
): Promise<readonly Interval[]> {
  const rows = await sql<Interval>`select greatest(start_at, ${period.start}::int8) as start, least(end_at, ${period.end}::int8) as end
    from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and shift_id = any(${shiftIds}::int[])
      and start_at < ${period.end}::int8 and end_at > ${period.start}::int8 order by start_at`.execute(tenant.tx)
  return rows.rows
}
