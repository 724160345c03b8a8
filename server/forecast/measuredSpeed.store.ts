import { sql } from 'kysely'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import type { WorkedOrder } from '#engine/jobOrder/forecast/measuredSpeed.ts'
import type { Tenant } from '#server/db/database.ts'

/** A finished order of a product at a work center. */
export type WorkedOrderOfItem = WorkedOrder & { readonly itemId: ItemId; readonly workCenterId: WorkCenterId }

/** Returns what the last `most` finished orders of each product took at each of the work centers, null = all, the newest first; of stretches that were theirs alone. */
export async function listWorkedOrders(
  tenant: Tenant,
  items: readonly ItemId[],
  { most, workCenterIds }: { readonly most: number; readonly workCenterIds: readonly WorkCenterId[] | null },
): Promise<readonly WorkedOrderOfItem[]> {
  const { rows } = await sql<WorkedOrderOfItem>`
    select asked.id as "itemId", p.work_center_id as "workCenterId", (extract(epoch from c.closed_on) * 1000)::float8 as "closedOn",
      s.run_ms as "runMs", s.units
    from unnest(${items}::int[]) as asked (id)
    join (select w.id as work_center_id from work_center w where w.company_id = ${tenant.companyId}
      and (${workCenterIds}::int[] is null or w.id = any(${workCenterIds}::int[]))) p on true
    cross join lateral (select o.job_order_id, o.closed_on from order_course o where o.company_id = ${tenant.companyId} and o.item_id = asked.id
      and o.work_center_id = p.work_center_id order by o.closed_on desc limit ${most}) c
    cross join lateral (select sum(s.run_ms)::float8 as run_ms, sum(s.total)::float8 as units from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < r.end_at and s.job_order_ids = array[r.job_order_id]
      where r.company_id = ${tenant.companyId} and r.job_order_id = c.job_order_id and r.work_center_id = p.work_center_id) s
    where s.units is not null
    order by asked.id, p.work_center_id, c.closed_on desc, c.job_order_id desc`.execute(tenant.tx)
  return rows
}
