import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { ItemId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { runsOverlapping } from './jobRun.store.ts'

/** A job order: product, work center, speed and quantities. */
export type JobOrder = OrderSpeed & {
  readonly id: JobOrderId
  readonly orderCode: string
  /** Its number in the system that it came from. */
  readonly externalCode: string | null
  readonly description: string | null
  readonly notes: string | null
  readonly itemId: ItemId | null
  /** Null = planned for no work center yet. */
  readonly workCenterId: WorkCenterId | null
  readonly status: JobOrderStatus
  readonly planOutput: number | null
  /** ms UTC */
  readonly planStart: number | null
  readonly planEnd: number | null
  /** Whether people said when it ends; else that follows from when it starts and how long it takes. */
  readonly isPlanEndEntered: boolean
  readonly dueDate: number | null
  /** As people entered it; null = it follows from output and speed. */
  readonly planDurationMs: number | null
  /** Codes of the units of time in which people entered the times. */
  readonly planDurationUnit: string
  readonly planCycleTimeUnit: string
  readonly targetSpeedTimeUnit: string
  readonly acceptedOutput: number
  readonly rejectedOutput: number
  readonly source: OrderSource
  /** The import that made or last changed it; null = none did. */
  readonly importId: number | null
  /** Its place in the queue, with room between neighbours. */
  readonly rank: number | null
  readonly createdBy: UserId | null
  readonly createdOn: Date
  readonly updatedBy: UserId | null
  readonly updatedOn: Date
  readonly canceledBy: UserId | null
  readonly canceledOn: Date | null
  readonly version: number
  /** When work on it first began (ms UTC); null = it has not. */
  readonly timeStart: number | null
  /** When work on it last ended (ms UTC); null = it goes on, or never began. */
  readonly timeEnd: number | null
  /** Who started the newest run. */
  readonly operatorId: UserId | null
}

/** Where an order came from. */
export type OrderSource = 'API' | 'IMPORT' | 'INTEGRATION' | 'SCREEN'

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
    from ${runsOverlapping(tenant, workCenterIds, period)}
    order by start_at, job_order_id limit ${limit}::int`.execute(tenant.tx)
  return rows
}

/** The columns of `job_order j` and what is known of its runs, under their names in the code. */
export const ORDER_COLUMNS = sql`j.id, j.order_code as "orderCode", j.external_code as "externalCode", j.description, j.notes, j.item_id as "itemId",
  j.work_center_id as "workCenterId", j.status, j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs",
  j.target_speed_quantity as "targetSpeedQuantity", j.target_speed_time_ms as "targetSpeedTimeMs", j.plan_output as "planOutput",
  j.plan_start as "planStart", j.plan_end as "planEnd", j.is_plan_end_entered as "isPlanEndEntered", j.due_date as "dueDate", j.plan_duration_ms as "planDurationMs",
  j.plan_duration_unit as "planDurationUnit", j.plan_cycle_time_unit as "planCycleTimeUnit", j.target_speed_time_unit as "targetSpeedTimeUnit",
  j.accepted_output as "acceptedOutput", j.rejected_output as "rejectedOutput", j.source, j.import_id as "importId", j.queue_rank as rank, j.created_by as "createdBy",
  j.created_on as "createdOn", j.updated_by as "updatedBy", j.updated_on as "updatedOn", j.canceled_by as "canceledBy",
  j.canceled_on as "canceledOn", j.version, run.time_start as "timeStart", run.time_end as "timeEnd", run.operator_id as "operatorId"`

/** Joins what is known of the runs of `job_order j`. */
export const ORDER_RUNS = sql`left join lateral (select min(r.start_at) as time_start,
    case when bool_or(r.end_at is null) then null else max(r.end_at) end as time_end,
    (array_agg(r.started_by order by r.start_at desc))[1] as operator_id
  from job_order_run r where r.company_id = j.company_id and r.job_order_id = j.id) run on true`

async function orders(tenant: Tenant, rest: RawBuilder<unknown>): Promise<readonly JobOrder[]> {
  const { rows } = await sql<JobOrder>`select ${ORDER_COLUMNS} from job_order j ${ORDER_RUNS}
    where j.company_id = ${tenant.companyId} ${rest}`.execute(tenant.tx)
  return rows
}
