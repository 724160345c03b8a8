import { sql } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { fromSegments, keysOf, settleOutput, UNIT, type RecordFilter } from './recordFacts.store.ts'

/** An output segment of the unit that made anything, under the keys of its shift. */
export type Segment = {
  readonly keys: readonly string[]
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
  readonly jobOrderIds: readonly JobOrderId[]
  readonly strokes: number | null
  readonly accepted: number
  readonly rejected: number
}

/** Returns the segments of the shifts of the dates that made anything in the unit, one more than `most` at most. */
export async function listMadeSegments(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  { dates, unit, most }: { readonly dates: DateRange; readonly unit: string; readonly most: number },
): Promise<readonly Segment[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } =
    await sql<Segment>`select ${keysOf(by)} as keys, o.work_center_id as "workCenterId", o.start_at as start, o.end_at as "end",
      o.job_order_ids as "jobOrderIds", o.strokes, o.effective_accepted::float8 as accepted, o.effective_rejected::float8 as rejected
    ${fromSegments(tenant, filter, dates)} and ${UNIT} = ${unit} and o.effective_accepted + o.effective_rejected > 0 limit ${most + 1}`.execute(
      tenant.tx,
    )
  return rows
}

/** Returns the product of each of the orders, as text; empty = none. */
export async function listProductsOfOrders(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, string>> {
  const { rows } = await sql<{ id: JobOrderId; item: string }>`select id, coalesce(item_id::text, '') as item from job_order
    where company_id = ${tenant.companyId} and id = any(${[...ids]}::int[])`.execute(tenant.tx)
  return new Map(rows.map(({ id, item }) => [id, item]))
}

/** What an order, a product, a person, a status or a deleted work center is called. */
export type NamedKey = {
  readonly dimension: 'ORDER' | 'PERSON' | 'PRODUCT' | 'STATUS' | 'WORK_CENTER'
  readonly key: string
  readonly name: string
}

/** Returns the codes of the orders and the names of the products under the keys. */
export async function listNamesOfMade(
  tenant: Tenant,
  keys: Readonly<Record<'ORDER' | 'PRODUCT', readonly string[]>>,
): Promise<readonly NamedKey[]> {
  const idsOf = (dimension: 'ORDER' | 'PRODUCT') => keys[dimension].filter((key) => /^\d+$/.test(key)).map(Number)
  const { rows } = await sql<NamedKey>`
    select 'ORDER' as dimension, id::text as key, order_code as name from job_order where company_id = ${tenant.companyId} and id = any(${idsOf('ORDER')}::int[])
    union all
    select 'PRODUCT', id::text, name from item where company_id = ${tenant.companyId} and id = any(${idsOf('PRODUCT')}::int[])`.execute(
    tenant.tx,
  )
  return rows
}
