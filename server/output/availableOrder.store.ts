import { sql } from 'kysely'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import type { ListedSegment } from './outputSegmentList.store.ts'

const MOST = 100

/**
 * Returns the orders of the work center that may have made the output of the segment (domain.md O-14): open or technically completed, of no window or of
 * one that overlaps it, or worked on then, and of a product in the unit in which it was counted. Those of the product before it come first, then those planned nearest, then by their place in the queue.
 */
export async function listAvailableOrders(tenant: Tenant, segment: ListedSegment, isWithOwn: boolean): Promise<readonly JobOrder[]> {
  const { workCenterId, start } = segment
  const end = segment.end ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<{ readonly id: JobOrderId }>`
    with before as (select j.item_id from job_order_run r join job_order j on j.company_id = r.company_id and j.id = r.job_order_id
      where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId} and r.start_at < ${start}::int8
      order by r.start_at desc limit 1)
    select j.id from job_order j left join item i on i.company_id = j.company_id and i.id = j.item_id
    where j.company_id = ${tenant.companyId} and j.work_center_id = ${workCenterId}
      and j.status in ('ON_HOLD', 'PLANNED', 'PROGRESS', 'TECHNICALLY_COMPLETED')
      and (i.measurement_unit is null or ${segment.unit}::text is null or i.measurement_unit = ${segment.unit}::text)
      and (${isWithOwn} or j.id <> all(${segment.jobOrderIds}::int[]))
      and (coalesce(j.plan_start, j.plan_end) is null
        or (coalesce(j.plan_start, j.plan_end) < ${end}::int8 and coalesce(j.plan_end, j.plan_start + 1) > ${start}::int8)
        or exists (select from job_order_run r where r.company_id = j.company_id and r.job_order_id = j.id and r.start_at < ${end}::int8
          and coalesce(r.end_at, 9007199254740991) > ${start}::int8))
    order by j.item_id is not distinct from (select item_id from before) desc, abs(coalesce(j.plan_start, j.plan_end) - ${start}::int8) nulls last,
      j.queue_rank nulls last, j.id limit ${MOST}`.execute(tenant.tx)
  const found = new Map(
    (
      await listJobOrders(
        tenant,
        rows.map(({ id }) => id),
      )
    ).map((order) => [order.id, order]),
  )
  return rows.flatMap(({ id }) => found.get(id) ?? [])
}
