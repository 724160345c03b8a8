import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A job order: product, work center, speed and quantities. */
export type JobOrder = OrderSpeed & {
  readonly id: JobOrderId
  readonly orderCode: string
  /** Null = planned for no work center yet. */
  readonly workCenterId: WorkCenterId | null
  readonly status: JobOrderStatus
  readonly planOutput: number | null
  /** ms UTC */
  readonly planStart: number | null
  readonly planEnd: number | null
  readonly acceptedOutput: number
  readonly rejectedOutput: number
  readonly createdOn: Date
  readonly version: number
  /** When work on it first began (ms UTC); null = it has not. */
  readonly timeStart: number | null
}

/** A stretch in which a work center worked on a job order; `end` null = it still does. */
export type JobOrderRun = {
  readonly jobOrderId: JobOrderId
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
}

/** Returns the job orders of the ids that the company has, in no order. */
export async function listJobOrders(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly JobOrder[]> {
  return ids.length === 0 ? [] : orders(tenant, sql`and j.id = any(${ids}::int[])`)
}

/** Returns the job orders that the work centers work on at the instant, those first that began first. */
export async function listActiveOrders(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  at: number,
): Promise<ReadonlyMap<WorkCenterId, readonly JobOrder[]>> {
  const runs = await listRuns(tenant, workCenterIds, { start: at, end: at + 1 })
  const found = new Map((await listJobOrders(tenant, [...new Set(runs.map((run) => run.jobOrderId))])).map((order) => [order.id, order]))
  const active = new Map<WorkCenterId, JobOrder[]>()
  for (const { workCenterId, jobOrderId } of runs) {
    const order = found.get(jobOrderId)
    if (order) active.set(workCenterId, [...(active.get(workCenterId) ?? []), order])
  }
  return active
}

/** Returns a page of the work center's job orders, the last planned first, and how many there are in all. */
export async function pageJobOrders(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly JobOrder[]; readonly totalItems: number }> {
  const ofIt = sql`and j.work_center_id = ${workCenterId}`
  const [items, count] = await Promise.all([
    orders(tenant, sql`${ofIt} order by j.plan_start desc nulls last, j.id desc limit ${page.limit} offset ${page.offset}`),
    sql<{ readonly count: number }>`select count(*) as count from job_order j where j.company_id = ${tenant.companyId} ${ofIt}`.execute(
      tenant.tx,
    ),
  ])
  return { items, totalItems: count.rows[0]?.count ?? 0 }
}

/** Returns the runs of job orders at the work centers that overlap `[start, end)`, clipped to it, ascending; the first `limit` of them where one is given. */
export async function listRuns(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  period: { readonly start: number; readonly end: number },
  limit: number | null = null,
): Promise<readonly JobOrderRun[]> {
  const { rows } = await sql<JobOrderRun>`
    select job_order_id as "jobOrderId", work_center_id as "workCenterId", greatest(start_at, ${period.start}::int8) as start,
      case when end_at is null then null else least(end_at, ${period.end}::int8) end as end
    from job_order_run
    where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[])
      and start_at < ${period.end}::int8 and (end_at is null or end_at > ${period.start}::int8)
    order by start_at, job_order_id limit ${limit}::int`.execute(tenant.tx)
  return rows
}

async function orders(tenant: Tenant, rest: RawBuilder<unknown>): Promise<readonly JobOrder[]> {
  const { rows } = await sql<JobOrder>`select j.id, j.order_code as "orderCode", j.work_center_id as "workCenterId", j.status,
      j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs", j.target_speed_quantity as "targetSpeedQuantity",
      j.target_speed_time_ms as "targetSpeedTimeMs", j.plan_output as "planOutput", j.plan_start as "planStart", j.plan_end as "planEnd",
      j.accepted_output as "acceptedOutput", j.rejected_output as "rejectedOutput", j.created_on as "createdOn", j.version,
      run.time_start as "timeStart"
    from job_order j
    left join lateral (select min(r.start_at) as time_start from job_order_run r
      where r.company_id = j.company_id and r.job_order_id = j.id) run on true
    where j.company_id = ${tenant.companyId} ${rest}`.execute(tenant.tx)
  return rows
}
