import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import { PERFORMANCE_BASES } from '#engine/jobOrder/orderCycle.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** A job order: what is to be made, at which work center, how fast, and how much of it there is. */
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
  const { rows } = await sql<{
    readonly orderId: number
    readonly workCenterId: number
    readonly start: number
    readonly end: number | null
  }>`
    select job_order_id as "orderId", work_center_id as "workCenterId", greatest(start_at, ${period.start}::int8) as start,
      case when end_at is null then null else least(end_at, ${period.end}::int8) end as end
    from job_order_run
    where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[])
      and start_at < ${period.end}::int8 and (end_at is null or end_at > ${period.start}::int8)
    order by start_at, job_order_id limit ${limit}::int`.execute(tenant.tx)
  return rows.map(({ orderId, workCenterId, start, end }) => ({
    jobOrderId: asId<JobOrderId>(orderId),
    workCenterId: asId<WorkCenterId>(workCenterId),
    start,
    end,
  }))
}

type Row = {
  readonly id: number
  readonly order_code: string
  readonly work_center_id: number | null
  readonly status: string
  readonly performance_by: string
  readonly plan_cycle_time_ms: number | null
  readonly target_speed_quantity: number | null
  readonly target_speed_time_ms: number | null
  readonly plan_output: number | null
  readonly plan_start: number | null
  readonly plan_end: number | null
  readonly accepted_output: number
  readonly rejected_output: number
  readonly version: number
  readonly created_on: Date
  readonly time_start: number | null
}

async function orders(tenant: Tenant, rest: RawBuilder<unknown>): Promise<readonly JobOrder[]> {
  const { rows } = await sql<Row>`select j.*, run.time_start from job_order j
    left join lateral (select min(r.start_at) as time_start from job_order_run r
      where r.company_id = j.company_id and r.job_order_id = j.id) run on true
    where j.company_id = ${tenant.companyId} ${rest}`.execute(tenant.tx)
  return rows.map(toOrder)
}

function toOrder(row: Row): JobOrder {
  return {
    id: asId<JobOrderId>(row.id),
    orderCode: row.order_code,
    workCenterId: row.work_center_id === null ? null : asId<WorkCenterId>(row.work_center_id),
    status: oneOf(JOB_ORDER_STATUSES, row.status),
    performanceBy: oneOf(PERFORMANCE_BASES, row.performance_by),
    planCycleTimeMs: row.plan_cycle_time_ms,
    targetSpeedQuantity: row.target_speed_quantity,
    targetSpeedTimeMs: row.target_speed_time_ms,
    planOutput: row.plan_output,
    planStart: row.plan_start,
    planEnd: row.plan_end,
    acceptedOutput: row.accepted_output,
    rejectedOutput: row.rejected_output,
    createdOn: row.created_on,
    version: row.version,
    timeStart: row.time_start,
  }
}
