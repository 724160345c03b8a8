import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns who an open item of the work center may be for: operators who are assigned to it, then people who confirm shifts; stations left out. */
export async function listItemOwners(tenant: Tenant, workCenterId: WorkCenterId, limit: number): Promise<readonly UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select m.user_id as "userId" from membership m
    where m.company_id = ${tenant.companyId} and not m.is_station and (m.expires_on is null or m.expires_on > now())
      and (m.role in ('ADMIN', 'USER') or (m.role = 'OPERATOR' and exists (
        select from operator_work_center o where o.company_id = m.company_id and o.user_id = m.user_id and o.work_center_id = ${workCenterId})))
    order by m.role <> 'OPERATOR', m.user_id limit ${limit}`.execute(tenant.tx)
  return rows.map(({ userId }) => userId)
}
