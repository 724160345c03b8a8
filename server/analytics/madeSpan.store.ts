import { sql } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Where and when something was made of orders, UTC ms; null work centers = nowhere, null as its end = some go on. */
export type MadeSpan = {
  readonly orderIds: readonly JobOrderId[]
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly start: number | null
  readonly end: number | null
}

/** Returns at which work centers and from when to when the orders of the ids and of the products ran or were confirmed; null does not narrow them. */
export async function findMadeSpan(
  tenant: Tenant,
  { orders, products }: { readonly orders: readonly number[] | null; readonly products: readonly number[] | null },
): Promise<MadeSpan | null> {
  const { rows } = await sql<MadeSpan>`
    with wanted as materialized (select id from job_order where company_id = ${tenant.companyId}
      and (${orders}::int[] is null or id = any(${orders}::int[])) and (${products}::int[] is null or item_id = any(${products}::int[]))),
    spans as (
      select r.work_center_id, r.start_at, r.end_at from wanted join job_order_run r on r.company_id = ${tenant.companyId} and r.job_order_id = wanted.id
      union all
      select c.work_center_id, c.start_at, coalesce(c.end_at, c.start_at) from wanted
        join output_confirmation c on c.company_id = ${tenant.companyId} and c.job_order_id = wanted.id)
    select coalesce((select array_agg(id) from wanted), '{}') as "orderIds", array_agg(distinct work_center_id) as "workCenterIds",
      min(start_at)::float8 as start, case when bool_or(end_at is null) then null else max(end_at)::float8 end as "end" from spans`.execute(
    tenant.tx,
  )
  return rows[0] ?? null
}
