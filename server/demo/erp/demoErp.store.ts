import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** An order of the plant as its ERP has it. */
export type ErpOrder = {
  /** Of its production over there. */
  readonly id: number
  readonly code: string
  readonly status: string
  readonly planOutput: number | null
  /** ms UTC */
  readonly planStart: number | null
  readonly createdOn: Date
  readonly itemId: number
  readonly sku: string
  readonly product: string
  readonly unit: string
  readonly workCenterId: number
  /** What stands there as far as it was heard, or as somebody set it there. */
  readonly made: number
}

/** Returns the newest orders of the machines that came from an ERP, so many at most, with what it heard of them by an integration at the address. */
export async function listErpOrders(
  { tx, companyId }: Tenant,
  { serviceUrl, workCenterIds, most }: { readonly serviceUrl: string; readonly workCenterIds: readonly number[]; readonly most: number },
): Promise<readonly ErpOrder[]> {
  const { rows } =
    await sql<ErpOrder>`select coalesce(split_part(o.external_id, '/', 2)::int, j.id) as id, j.external_code as code, j.status,
      j.plan_output::float8 as "planOutput", j.plan_start as "planStart", j.created_on as "createdOn", t.id as "itemId", t.sku, t.name as product,
      t.measurement_unit as unit, j.work_center_id as "workCenterId",
      coalesce((select case when m.state = 'SENT' then m.accepted else m.theirs end from integration_outbox m
        where m.company_id = o.company_id and m.integration_id = o.integration_id and m.external_id = o.external_id
          and (m.state = 'SENT' or m.theirs is not null) order by m.id desc limit 1), o.said, 0)::float8 as made
    from job_order j
    join item t on t.company_id = j.company_id and t.id = j.item_id
    left join lateral (select l.* from integration_order l join integration i on i.company_id = l.company_id and i.id = l.integration_id
      where l.company_id = j.company_id and l.job_order_id = j.id and i.service_url = ${serviceUrl} and i.deleted_on is null
        and l.external_id ~ '^mrp\\.production/[0-9]{1,9}$' order by i.created_on limit 1) o on true
    where j.company_id = ${companyId} and j.work_center_id = any(${workCenterIds}::int[]) and j.external_code is not null and j.status <> 'CANCELLED'
    order by j.id desc limit ${most}`.execute(tx)
  return rows
}
