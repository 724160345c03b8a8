import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
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

/** Adds a run that is over, or goes on where its end is null. */
export async function insertRun(
  tenant: Tenant,
  run: Pick<StoredRun, 'end' | 'jobOrderId' | 'start' | 'workCenterId'>,
  by: { readonly userId: UserId | null; readonly viaStation: UserId | null },
): Promise<void> {
  await sql`insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at, started_by, started_via)
    values (${tenant.companyId}, ${run.jobOrderId}, ${run.workCenterId}, ${run.start}::int8, ${run.end}::int8, ${by.userId}, ${by.viaStation})`.execute(
    tenant.tx,
  )
}
