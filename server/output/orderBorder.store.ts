import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import type { StoredRun } from '#server/jobOrder/jobRun.store.ts'

/** Gives the run other borders; who started and ended it stays. */
export async function moveRun(
  tenant: Tenant,
  before: Pick<StoredRun, 'jobOrderId' | 'start' | 'workCenterId'>,
  { start, end }: Pick<StoredRun, 'end' | 'start'>,
): Promise<void> {
  await sql`update job_order_run set start_at = ${start}::int8, end_at = ${end}::int8
    where company_id = ${tenant.companyId} and job_order_id = ${before.jobOrderId} and work_center_id = ${before.workCenterId}
      and start_at = ${before.start}::int8`.execute(tenant.tx)
}

/** What lies between where a border was and where it goes. */
export type Between = { readonly stopCount: number; readonly confirmationCount: number }

/** Returns how many stops overlap the stretch, and how many live confirmations of orders reach into it. */
export async function countBetween(tenant: Tenant, workCenterId: WorkCenterId, { start, end }: Interval): Promise<Between> {
  const { rows } = await sql<Between>`select
      (select count(*) from loss l where l.company_id = ${tenant.companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS'
        and l.start_at < ${end}::int8 and coalesce(l.end_at, 9007199254740991) > ${start}::int8)::int as "stopCount",
      (select count(distinct c.posting_id) from output_confirmation c where c.company_id = ${tenant.companyId} and c.work_center_id = ${workCenterId}
        and c.type <> 'CANCELED' and c.job_order_id is not null
        and c.start_at > ${start - LONGEST_SHIFT_MS}::int8 and c.start_at < ${end}::int8
        and coalesce(c.end_at, c.start_at) >= ${start}::int8)::int as "confirmationCount"`.execute(tenant.tx)
  return rows[0] ?? { stopCount: 0, confirmationCount: 0 }
}
