import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A person who may work at a station, and at which of its work centers. */
export type StationPerson = { readonly userId: UserId; readonly workCenterIds: readonly WorkCenterId[] }

/** Returns the operators who are assigned to any of the work centers, null = of the company; stations left out (domain.md S-37). */
export async function listStationPeople(tenant: Tenant, workCenterIds: readonly WorkCenterId[] | null): Promise<readonly StationPerson[]> {
  const anyOf = workCenterIds === null ? sql`true` : sql`o.work_center_id = any(${workCenterIds}::int[])`
  const rows =
    await sql<StationPerson>`select m.user_id as "userId", array_agg(o.work_center_id order by o.work_center_id) as "workCenterIds"
    from membership m join operator_work_center o on o.company_id = m.company_id and o.user_id = m.user_id
    where m.company_id = ${tenant.companyId} and m.role = 'OPERATOR' and not m.is_station
      and (m.expires_on is null or m.expires_on > now()) and ${anyOf}
    group by m.user_id order by m.user_id`.execute(tenant.tx)
  return rows.rows
}
