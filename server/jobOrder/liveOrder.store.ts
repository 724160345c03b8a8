import { sql } from 'kysely'
import type { LiveOrder } from '#engine/jobOrder/liveOrder.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listOrderOutput } from './jobOrderOutput.store.ts'
import type { OrderOutput } from './jobOrderOutput.store.ts'

type Row = Omit<LiveOrder, 'confirmed' | 'counted'> & OrderQuantity & { readonly quota: number | null }

/** An order as it stands in the tables, with what was made of it; `quota` is that of its work center. */
export type StoredLiveOrder = {
  readonly order: Omit<LiveOrder, 'counted'>
  readonly output: OrderOutput | null
  readonly quota: number | null
}

/**
 * Returns the open orders of the work centers (null = all of the company) and those of the ids as they are, in two statements. What is
 * counted is as it was written last.
 */
export async function listLiveOrders(
  tenant: Tenant,
  asked: { readonly places: readonly (WorkCenterId | null)[] | null; readonly ids: readonly JobOrderId[] },
): Promise<readonly StoredLiveOrder[]> {
  const { places, ids } = asked
  const named = places?.filter((place) => place !== null) ?? []
  const { rows } = await sql<Row>`select j.id, j.version, j.status, j.work_center_id as "workCenterId", j.queue_rank as rank,
      j.accepted_output as accepted, j.rejected_output as rejected, run.since as "runSince", w.operator_access_quota as quota
    from job_order j
    left join work_center w on w.company_id = j.company_id and w.id = j.work_center_id
    left join lateral (select max(r.start_at) filter (where r.end_at is null) as since from job_order_run r
      where r.company_id = j.company_id and r.job_order_id = j.id) run on true
    where j.company_id = ${tenant.companyId} and (j.id = any(${ids}::int[]) or (j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')
      and (${places === null} or j.work_center_id = any(${named}::int[])
        or (j.work_center_id is null and ${places?.includes(null) ?? false}))))`.execute(tenant.tx)
  const made = await listOrderOutput(
    tenant,
    rows.filter(({ status }) => status !== 'DRAFT' && status !== 'PLANNED').map(({ id }) => id),
  )
  return rows.map(({ accepted, rejected, quota, ...order }) => ({
    order: { ...order, confirmed: { accepted, rejected } },
    output: made.get(order.id) ?? null,
    quota,
  }))
}
