import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { runsOverlapping } from '#server/jobOrder/jobRun.store.ts'
import type { StoredRun } from '#server/jobOrder/jobRun.store.ts'

/** Returns the runs at the work center that overlap the range, ascending. */
export async function listRunsWithin(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  range: { readonly start: number; readonly end: number },
): Promise<readonly StoredRun[]> {
  const { rows } = await sql<StoredRun>`select r.job_order_id as "jobOrderId", r.work_center_id as "workCenterId", r.start_at as start,
      r.end_at as "end", r.started_by as "startedBy", r.started_via as "startedVia"
    from ${runsOverlapping(tenant, [workCenterId], range)} order by r.start_at`.execute(tenant.tx)
  return rows
}
