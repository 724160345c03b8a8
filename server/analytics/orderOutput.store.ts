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

/** Which orders and products are named: those that a cell has, and of what is asked for, those of the work centers; null = of any. */
type MadeKeys = {
  readonly found: Readonly<Record<'ORDER' | 'PRODUCT', readonly string[]>>
  readonly asked: Readonly<Record<'ORDER' | 'PRODUCT', readonly string[]>>
  readonly workCenterIds: readonly WorkCenterId[] | null
}

/** The greatest id that there can be. */
const MOST_ID = 0x7f_ff_ff_ff

/**
 * Returns the codes of the orders and the names of the products under the keys. Asked keys come from the client: of these, only orders that are planned or
 * ran at the work centers are named, so that nobody reads what others make (domain.md J-7).
 */
export async function listNamesOfMade(tenant: Tenant, { found, asked, workCenterIds }: MadeKeys): Promise<readonly NamedKey[]> {
  const idsOf = (keys: readonly string[]) => sql`${keys.filter((key) => /^\d+$/.test(key) && Number(key) <= MOST_ID).map(Number)}::int[]`
  const places = sql`${workCenterIds}::int[]`
  const isSeen = sql`(${places} is null or (j.work_center_id = any(${places}) and j.status <> 'DRAFT')
    or exists (select from job_order_run r where r.company_id = j.company_id and r.job_order_id = j.id and r.work_center_id = any(${places})))`
  const { rows } = await sql<NamedKey>`
    select 'ORDER' as dimension, j.id::text as key, j.order_code as name from job_order j where j.company_id = ${tenant.companyId}
      and (j.id = any(${idsOf(found.ORDER)}) or (j.id = any(${idsOf(asked.ORDER)}) and ${isSeen}))
    union all
    select 'PRODUCT', i.id::text, i.name from item i where i.company_id = ${tenant.companyId}
      and (i.id = any(${idsOf(found.PRODUCT)}) or (i.id = any(${idsOf(asked.PRODUCT)}) and (${places} is null
        or exists (select from job_order j where j.company_id = i.company_id and j.item_id = i.id and ${isSeen}))))`.execute(tenant.tx)
  return rows
}
