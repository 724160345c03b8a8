import { sql } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { dateAt, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { PieceFilter } from './recordFacts.store.ts'

/** Where and when something was made of orders: null as its end = some go on. */
type MadeSpan = {
  readonly orderIds: readonly JobOrderId[]
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly start: number | null
  readonly end: number | null
}

/** A shift lasts into the date after its own, in the zone farthest from UTC. */
const DATE_MARGIN_DAYS = 2
const MOST_ID = 0x7f_ff_ff_ff

/** A question about what was made, narrowed to where and when it can have been. */
export type NarrowedMade<Filter> = { readonly filter: Filter; readonly dates: DateRange; readonly orderIds: readonly JobOrderId[] | null }

/**
 * Returns the filter and the dates of a question that is narrowed to orders or products without the work centers and the dates at which none of these ran and
 * nothing was confirmed of them; as they are where what has no order, or several, is asked for, too. Null = nothing can have been made.
 */
export async function narrowedToMade<Filter extends PieceFilter>(
  tenant: Tenant,
  filter: Filter,
  dates: DateRange,
): Promise<NarrowedMade<Filter> | null> {
  const [orders, products] = [idsOf(filter.orders), idsOf(filter.products)]
  if (orders === null && products === null) return { filter, dates, orderIds: null }
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
  const { orderIds = [], workCenterIds = null, start = null, end = null } = rows[0] ?? {}
  if (workCenterIds === null || start === null) return null
  const places = workCenterIds.filter((id) => filter.workCenterIds?.includes(id) !== false)
  const from = later(dates.from, movedDate(dateAt('UTC', start), -DATE_MARGIN_DAYS))
  const to = end === null ? dates.to : earlier(dates.to, movedDate(dateAt('UTC', end), DATE_MARGIN_DAYS + 1))
  return places.length === 0 || from >= to ? null : { filter: { ...filter, workCenterIds: places }, dates: { from, to }, orderIds }
}

/** Null where they are not asked for, or some of them are no ids. */
function idsOf(keys: readonly string[] | null | undefined): readonly number[] | null {
  if (keys == null || keys.some((key) => !/^\d+$/.test(key))) return null
  return keys.map(Number).filter((id) => id <= MOST_ID)
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
