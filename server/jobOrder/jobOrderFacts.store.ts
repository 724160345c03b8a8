import { sql } from 'kysely'
import type { ActedOrder } from '#engine/jobOrder/orderActions.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'

/** What decides what may be done with an order, and with which one. */
export type OrderFacts = ActedOrder & { readonly id: JobOrderId }

/** Returns what decides what may be done with the orders, in no order. */
export async function listOrderFacts(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly OrderFacts[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<OrderFacts>`select j.id, j.status, j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs",
      j.target_speed_quantity as "targetSpeedQuantity", j.target_speed_time_ms as "targetSpeedTimeMs", j.plan_output as "planOutput",
      j.plan_start as "planStart", j.plan_end as "planEnd", j.accepted_output as "acceptedOutput", i.measurement_unit as "productUnit",
      case when w.id is not null then jsonb_build_object('unit', w.measurement_unit, 'isArchived', w.device_status = 'ARCHIVE',
        'isShutDown', w.device_status = 'TEMPORARY_SHUTDOWN', 'hasSpeed', coalesce(w.target_speed, 0) > 0) end as place,
      exists (select from job_order_run r where r.company_id = j.company_id and r.job_order_id = j.id) as "hasRuns",
      coalesce(made.has_output, false) or exists (select from output_confirmation c
        where c.company_id = j.company_id and c.job_order_id = j.id and c.type <> 'CANCELED') as "hasOutput",
      coalesce(made.has_unconfirmed, false) as "hasUnconfirmed"
    from job_order j
    left join item i on i.company_id = j.company_id and i.id = j.item_id
    left join work_center w on w.company_id = j.company_id and w.id = j.work_center_id
    left join lateral (select bool_or(s.total > 0) as has_output, bool_or(s.total > 0 and case when s.strokes is null
        then not s.is_confirmed else not own.is_closed and own.units < s.strokes end) as has_unconfirmed
      from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end
      -- Of orders that share strokes each has its own (domain.md O-16).
      left join lateral (select coalesce(sum(c.accepted + c.rejected), 0) as units, coalesce(bool_or(c.is_closing), false) as is_closed
        from output_confirmation c where c.company_id = s.company_id and c.work_center_id = s.work_center_id
          and c.job_order_id = r.job_order_id and c.type <> 'CANCELED'
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= s.start_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < coalesce(s.end_at, 9007199254740991)) own on s.strokes is not null
      where r.company_id = j.company_id and r.job_order_id = j.id and j.id = any(s.job_order_ids)) made on true
    where j.company_id = ${tenant.companyId} and j.id = any(${ids}::int[])`.execute(tenant.tx)
  return rows
}

/** Returns the shift of the work center that is in progress at the instant, else the last one that was; null without any. */
export async function findLastShift(tenant: Tenant, workCenterId: WorkCenterId, at: number): Promise<Interval | null> {
  const { rows } = await sql<Interval>`select start_at as start, end_at as "end" from shift
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at <= ${at}::int8
    order by start_at desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns whether output of the order was confirmed after the instant. */
export async function isConfirmedSince(tenant: Tenant, id: JobOrderId, since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from output_confirmation where company_id = ${tenant.companyId} and job_order_id = ${id}
    and created_on > ${since} limit 1`.execute(tenant.tx)
  return rows.length > 0
}
