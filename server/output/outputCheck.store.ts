import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { runsOverlapping } from '#server/jobOrder/jobRun.store.ts'

/** Which orders are checked. */
export type CheckQuery = {
  /** Those that the person may see, or of them the chosen ones; null = all of the company. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** All that the person may see: orders that were worked on elsewhere too are left out; null = all of the company. */
  readonly visibleIds: readonly WorkCenterId[] | null
  /** In which work on them began, or ended for the last time (ms UTC). */
  readonly period: { readonly start: number; readonly end: number }
  readonly by: 'BEGAN' | 'ENDED'
  readonly most: number
}

/** Units of an order by three witnesses; material by line of its bill of material. */
export type OrderWitnesses = {
  readonly id: JobOrderId
  readonly workCenterId: WorkCenterId
  readonly counted: number
  readonly confirmed: number
  readonly hasUnconfirmed: boolean
  readonly lines: readonly WitnessLine[]
}

/** What was consumed of a material, in its own unit, and what so many units of output take, in the unit of the line. */
export type WitnessLine = {
  readonly consumed: number
  readonly required: number
  readonly expected: number
  readonly lineUnit: string
  readonly itemUnit: string
  readonly postings: number
}

/**
 * Returns the orders that do not run and on which work began in the period, or ended at one of the work centers, the last first and at most so many, with their witnesses. Left out are orders
 * that share output with others: what was counted belongs to none of them; and those of which the person sees only a part.
 */
export async function listWitnesses(
  tenant: Tenant,
  { workCenterIds, visibleIds, period, by, most }: CheckQuery,
): Promise<readonly OrderWitnesses[]> {
  const isBegan = by === 'BEGAN'
  const ofPlaces = (run: RawBuilder<unknown>) =>
    workCenterIds === null ? sql`true` : sql`${run}.work_center_id = any(${workCenterIds}::int[])`
  const isSeen =
    visibleIds === null
      ? sql`true`
      : sql`j.work_center_id = any(${visibleIds}::int[]) and not exists (select from job_order_run e
          where e.company_id = j.company_id and e.job_order_id = j.id and e.work_center_id <> all(${visibleIds}::int[]))
        and not exists (select from output_confirmation c
          where c.company_id = j.company_id and c.job_order_id = j.id and c.work_center_id <> all(${visibleIds}::int[]))`
  const inPeriod = isBegan
    ? sql`r.start_at >= ${period.start}::int8 and r.start_at < ${period.end}::int8`
    : sql`r.end_at > ${period.start}::int8 and r.end_at <= ${period.end}::int8`
  const { rows } = await sql<OrderWitnesses>`
    with chosen as (
      -- by the last run of each order, from the newest on: no more are read than are looked at
      select j.id, r.start_at as last, r.work_center_id as place from ${isBegan ? sql`job_order_run r` : runsOverlapping(tenant, workCenterIds ?? [], period)}
      join job_order j on j.company_id = r.company_id and j.id = r.job_order_id
      where r.company_id = ${tenant.companyId} and ${inPeriod} and ${ofPlaces(sql`r`)}
        and j.status in ('COMPLETED', 'ON_HOLD', 'TECHNICALLY_COMPLETED') and ${isSeen}
        and not exists (select from job_order_run n where n.company_id = r.company_id and n.job_order_id = r.job_order_id
          and (n.start_at, n.work_center_id) > (r.start_at, r.work_center_id)
          and ${isBegan ? sql`n.start_at < ${period.end}::int8 and ${ofPlaces(sql`n`)}` : sql`true`})
      order by r.start_at desc, r.job_order_id limit ${most})
    select chosen.id, chosen.place as "workCenterId", counted.units as counted, said.units as confirmed,
      counted.has_unconfirmed as "hasUnconfirmed", used.lines
    from chosen
    -- no coalesce in the bound: under row level security it would be none of an index
    cross join lateral (select coalesce(sum(s.total), 0) as units, coalesce(bool_or(cardinality(s.job_order_ids) > 1), false) as is_shared,
        coalesce(bool_or(s.total > 0 and not s.is_confirmed), false) as has_unconfirmed
      from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and r.job_order_id = any(s.job_order_ids)
      where r.company_id = ${tenant.companyId} and r.job_order_id = chosen.id) counted
    cross join lateral (select coalesce(sum(c.accepted + c.rejected), 0) as units from output_confirmation c
      where c.company_id = ${tenant.companyId} and c.job_order_id = chosen.id and c.type <> 'CANCELED') said
    cross join lateral (select coalesce(json_agg(json_build_object('consumed', m.consumed, 'required', b.required_input::float8,
        'expected', b.expected_output::float8, 'lineUnit', b.measurement_unit, 'itemUnit', i.measurement_unit, 'postings', m.postings)), '[]') as lines
      from bom_line b
      join item i on i.company_id = b.company_id and i.id = b.material_id
      cross join lateral (select coalesce(sum(x.quantity), 0)::float8 as consumed, count(distinct c.posting_id)::int as postings
        from material_consumption x
        join output_confirmation c on c.company_id = x.company_id and c.id = x.output_confirmation_id
        where x.company_id = b.company_id and x.job_order_id = chosen.id and x.item_id = b.material_id and not x.is_returned) m
      where b.company_id = ${tenant.companyId} and b.job_order_id = chosen.id) used
    where not counted.is_shared
    order by chosen.last desc, chosen.id`.execute(tenant.tx)
  return rows
}
