import { sql } from 'kysely'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { OrderTimes } from '#engine/jobOrder/forecast/orderPace.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** So many orders of a queue are looked at. */
const LONGEST_QUEUE = 200

/** An order that is worked on or waits, as far as its end follows from it. */
export type OpenOrder = OrderSpeed & {
  readonly id: JobOrderId
  readonly workCenterId: WorkCenterId
  readonly itemId: ItemId | null
  readonly status: 'ON_HOLD' | 'PLANNED' | 'PROGRESS'
  readonly planOutput: number | null
  /** That of the work center, in units a minute. */
  readonly placeSpeed: number | null
}

/** Returns what is worked on or waits at the work centers, in the sequence in which it will be made. */
export async function listOpenOrders(tenant: Tenant, places: readonly WorkCenterId[]): Promise<readonly OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select j.id, j.work_center_id as "workCenterId", j.item_id as "itemId", j.status, j.performance_by as "performanceBy",
      j.plan_cycle_time_ms as "planCycleTimeMs", j.target_speed_quantity as "targetSpeedQuantity", j.target_speed_time_ms as "targetSpeedTimeMs",
      j.plan_output as "planOutput", w.target_speed as "placeSpeed"
    from unnest(${places}::int[]) as asked (id)
    join work_center w on w.company_id = ${tenant.companyId} and w.id = asked.id
    cross join lateral (select * from job_order o where o.company_id = ${tenant.companyId} and o.work_center_id = asked.id
      and o.status in ('PROGRESS', 'PLANNED', 'ON_HOLD') order by (o.status = 'PROGRESS') desc, o.queue_rank, o.id limit ${LONGEST_QUEUE}) j
    order by j.work_center_id, (j.status = 'PROGRESS') desc, j.queue_rank, j.id`.execute(tenant.tx)
  return rows
}

/** A finished order by its stretches in their sequence. */
export type FinishedOrder = { readonly workCenterId: WorkCenterId; readonly itemId: ItemId | null; readonly course: readonly OrderTimes[] }

/** Returns the last `most` finished orders of each work center, the newest first, by the segments that were only theirs and have a speed. */
export async function listFinished(tenant: Tenant, places: readonly WorkCenterId[], most: number): Promise<readonly FinishedOrder[]> {
  const { rows } = await sql<{ workCenterId: WorkCenterId; itemId: ItemId | null; planned: number[] | null; valuable: number[] | null }>`
    select asked.id as "workCenterId", j.item_id as "itemId", t.planned, t.valuable
    from unnest(${places}::int[]) as asked (id)
    cross join lateral (select o.id, o.item_id, o.closed_on from job_order o where o.company_id = ${tenant.companyId} and o.work_center_id = asked.id
      and o.closed_on is not null order by o.closed_on desc limit ${most}) j
    cross join lateral (select array_agg(s.planned_ms::float8 order by s.start_at) as planned,
        array_agg((s.net_operating_ms - coalesce(s.quality_loss_ms, 0))::float8 order by s.start_at) as valuable
      from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at and s.start_at < r.end_at
        and s.job_order_ids = array[r.job_order_id] and s.net_operating_ms is not null
      where r.company_id = ${tenant.companyId} and r.job_order_id = j.id) t
    order by asked.id, j.closed_on desc, j.id desc`.execute(tenant.tx)
  return rows.map(({ workCenterId, itemId, planned, valuable }) => ({ workCenterId, itemId, course: courseOf(planned, valuable) }))
}

/** Returns the times so far of orders that are worked on, those that share all their segments left out. */
export async function listTimesSoFar(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, OrderTimes>> {
  const { rows } = await sql<{ id: JobOrderId } & OrderTimes>`select r.job_order_id as id, sum(s.planned_ms)::float8 as "plannedMs",
      sum(s.net_operating_ms - coalesce(s.quality_loss_ms, 0))::float8 as "valuableMs"
    from job_order_run r
    join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
      and s.start_at < coalesce(r.end_at, 9007199254740991) and s.job_order_ids = array[r.job_order_id] and s.net_operating_ms is not null
    where r.company_id = ${tenant.companyId} and r.job_order_id = any(${ids}::int[]) group by r.job_order_id`.execute(tenant.tx)
  return new Map(rows.map(({ id, plannedMs, valuableMs }) => [id, { plannedMs, valuableMs }]))
}

/** What past shifts of a work center say, by shift id: how much of them was planned production time, and their times of late. */
export type PastShifts = {
  readonly workCenterId: WorkCenterId
  readonly shiftId: number
  readonly plannedShare: number | null
  readonly recentPlannedMs: number
  readonly recentValuableMs: number
}

/** Returns what the shifts that began since the instant say; `recent` = since the later one. */
export async function listPastShifts(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  since: { readonly shares: number; readonly recent: number },
): Promise<readonly PastShifts[]> {
  const { rows } = await sql<PastShifts>`select work_center_id as "workCenterId", shift_id as "shiftId",
      (sum(elapsed_ms - excluded_ms) / nullif(sum(elapsed_ms), 0))::float8 as "plannedShare",
      coalesce(sum(elapsed_ms - excluded_ms) filter (where start_at >= ${since.recent}::int8 and net_operating_ms is not null), 0)::float8 as "recentPlannedMs",
      coalesce(sum(net_operating_ms - coalesce(quality_loss_ms, 0)) filter (where start_at >= ${since.recent}::int8), 0)::float8 as "recentValuableMs"
    from shift where company_id = ${tenant.companyId} and work_center_id = any(${places}::int[]) and start_at >= ${since.shares}::int8
    group by work_center_id, shift_id order by work_center_id, shift_id`.execute(tenant.tx)
  return rows
}

function courseOf(planned: readonly number[] | null, valuable: readonly number[] | null): readonly OrderTimes[] {
  return (planned ?? []).map((plannedMs, index) => ({ plannedMs, valuableMs: valuable?.[index] ?? 0 }))
}
