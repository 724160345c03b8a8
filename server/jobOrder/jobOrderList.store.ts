import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { OPERATOR_SEES_CLOSED_DAYS } from '#engine/jobOrder/orderQueue.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { Order, PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'
import { ORDER_COLUMNS, ORDER_RUNS } from './jobOrder.store.ts'
import type { JobOrder, OrderSource } from './jobOrder.store.ts'

/** Which orders a list shows; null = whatever it is. */
export type JobOrderFilter = {
  /** Part of the order code or the external code. */
  readonly code: string | null
  /** Part of a code, the description, or the name or SKU of the product. */
  readonly search: string | null
  /** The plan window lies in it, else the due date, else a run, else the creation. */
  readonly period: { readonly start: number; readonly end: number } | null
  readonly statuses: readonly JobOrderStatus[] | null
  /** Those that the person may see; orders of no work center are seen by whoever sees all. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly itemIds: readonly ItemId[] | null
  readonly ids: readonly JobOrderId[] | null
  /** Of open orders these alone: as late as is asked for. */
  readonly openIds: readonly JobOrderId[] | null
  readonly source: OrderSource | null
  /** Overdue at the instant (ms UTC): due before it and still open. */
  readonly overdueAt: number | null
  /** What an operator sees (domain.md J-7). */
  readonly isOperators: boolean
}

export const JOB_ORDER_ORDER_FIELDS = ['CREATION_DATE', 'DESCRIPTION', 'DUE_DATE', 'ID', 'PLAN_START', 'PRIORITY', 'UPDATED_DATE'] as const
export type JobOrderOrderField = (typeof JOB_ORDER_ORDER_FIELDS)[number]

type Column = { readonly by: RawBuilder<unknown>; readonly isAlwaysThere?: boolean }
/** Rows without a value come last both ways. What is always there is sorted as its index is. */
const ID: Column = { by: sql`j.id`, isAlwaysThere: true }
const ORDER: Readonly<Record<JobOrderOrderField, readonly Column[]>> = {
  CREATION_DATE: [{ by: sql`j.created_on`, isAlwaysThere: true }, ID],
  DESCRIPTION: [{ by: sql`lower(j.description)` }, ID],
  DUE_DATE: [{ by: sql`j.due_date` }, ID],
  ID: [ID],
  PLAN_START: [{ by: sql`j.plan_start` }, ID],
  PRIORITY: [{ by: sql`j.work_center_id` }, { by: sql`case j.status when 'PROGRESS' then 0 else 1 end` }, { by: sql`j.queue_rank` }, ID],
  UPDATED_DATE: [{ by: sql`j.updated_on`, isAlwaysThere: true }, ID],
}

/** Returns a page of the orders that the filter leaves, and how many there are: above MAX_COUNTED one more than that. */
export async function pageOrders(
  tenant: Tenant,
  filter: JobOrderFilter,
  { order, range }: { readonly order: Order<JobOrderOrderField>; readonly range: PageRange },
): Promise<{ readonly items: readonly JobOrder[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const { page, size } = range
  const where = conditionOf(tenant, filter)
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const by = sql.join(
    ORDER[order.field].map((column) => sql`${column.by} ${direction} ${column.isAlwaysThere === true ? sql`` : sql`nulls last`}`),
    sql`, `,
  )
  // The page is chosen before the runs of its orders are looked at.
  const found = await sql<JobOrder>`select ${ORDER_COLUMNS}
    from (select j.* from job_order j where ${where} order by ${by} limit ${size + 1} offset ${(page - 1) * size}) j ${ORDER_RUNS}
    order by ${by}`.execute(tenant.tx)
  const items = found.rows.slice(0, size)
  const hasNext = found.rows.length > size
  if (!hasNext && (items.length > 0 || page === 1))
    return { items, totalItems: Math.min((page - 1) * size + items.length, MAX_COUNTED + 1), hasNext }
  const counted = await sql<{ readonly total: number }>`select count(*)::int as total from (select 1 from job_order j
    where ${where} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return { items, totalItems: counted.rows[0]?.total ?? 0, hasNext }
}

/** Returns how many orders of each status the filter leaves, its own statuses aside; a status without any is missing. */
export async function countOrders(tenant: Tenant, filter: JobOrderFilter): Promise<ReadonlyMap<JobOrderStatus, number>> {
  const { rows } = await sql<{ readonly status: JobOrderStatus; readonly count: number }>`select j.status, count(*)::int as count
    from job_order j where ${conditionOf(tenant, { ...filter, statuses: null })} group by j.status`.execute(tenant.tx)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Returns the ids of the open orders with a due date that the filter leaves, whatever their lateness. */
export async function listDueIds(tenant: Tenant, filter: JobOrderFilter): Promise<readonly JobOrderId[]> {
  const { rows } = await sql<{ readonly id: JobOrderId }>`select j.id from job_order j
    where ${conditionOf(tenant, { ...filter, openIds: null })} and ${IS_OPEN} and j.due_date is not null`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Returns the place of each of the orders in the queue of its work center, from 1; those that do not wait have none (domain.md J-6). */
export async function listPlaces(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, number>> {
  const { rows } = await sql<{ readonly id: JobOrderId; readonly place: number }>`
    with asked as (select distinct work_center_id from job_order where company_id = ${tenant.companyId} and id = any(${ids}::int[])),
      queued as (select j.id, row_number() over (partition by j.work_center_id order by j.queue_rank, j.id)::int as place
        from job_order j join asked on asked.work_center_id is not distinct from j.work_center_id
        where j.company_id = ${tenant.companyId} and j.status in ('DRAFT', 'PLANNED', 'ON_HOLD'))
    select id, place from queued where id = any(${ids}::int[])`.execute(tenant.tx)
  return new Map(rows.map(({ id, place }) => [id, place]))
}

const IS_OPEN = sql<boolean>`j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')`

function conditionOf(tenant: Tenant, filter: JobOrderFilter): RawBuilder<boolean> {
  const { code, search, period, statuses, workCenterIds, itemIds, ids, openIds, source, overdueAt, isOperators } = filter
  const conditions = [
    sql<boolean>`j.company_id = ${tenant.companyId}`,
    statuses !== null && isOneOf(statuses),
    workCenterIds !== null && sql<boolean>`j.work_center_id = any(${workCenterIds}::int[])`,
    itemIds !== null && sql<boolean>`j.item_id = any(${itemIds}::int[])`,
    ids !== null && sql<boolean>`j.id = any(${ids}::int[])`,
    openIds !== null && sql<boolean>`j.id = any(${openIds}::int[]) and ${IS_OPEN}`,
    source !== null && sql<boolean>`j.source = ${source}`,
    overdueAt !== null && sql<boolean>`j.due_date < ${overdueAt}::int8 and ${IS_OPEN}`,
    code !== null && sql<boolean>`strpos(j.code_text, ${folded(sql`${code}::text`)}) > 0`,
    search !== null && isFound(tenant, search),
    period !== null && inPeriod(period),
    isOperators && seenByOperators(),
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}

/** One status is asked for as one, so that its index gives the order, too. */
function isOneOf(statuses: readonly JobOrderStatus[]): RawBuilder<boolean> {
  const [only, ...others] = statuses
  return others.length === 0 && only !== undefined ? sql<boolean>`j.status = ${only}` : sql<boolean>`j.status = any(${statuses}::text[])`
}

/** By its own words, or those of its product. */
function isFound({ companyId }: Tenant, search: string): RawBuilder<boolean> {
  const wanted = folded(sql`${search}::text`)
  return sql<boolean>`(strpos(j.search_text, ${wanted}) > 0 or j.item_id = any(array(select i.id from item i
    where i.company_id = ${companyId} and strpos(i.search_text, ${wanted}) > 0)))`
}

/** The plan window lies in it; without one the due date; without both a run, or the creation. */
function inPeriod({ start, end }: { readonly start: number; readonly end: number }): RawBuilder<boolean> {
  return sql<boolean>`case
    when coalesce(j.plan_start, j.plan_end) is not null
      then coalesce(j.plan_start, j.plan_end) < ${end}::int8 and coalesce(j.plan_end, j.plan_start + 1) > ${start}::int8
    when j.due_date is not null then j.due_date >= ${start}::int8 and j.due_date < ${end}::int8
    else (j.created_on >= to_timestamp(${start}::float8 / 1000) and j.created_on < to_timestamp(${end}::float8 / 1000))
      or exists (select from job_order_run r where r.company_id = j.company_id and r.job_order_id = j.id
        and r.start_at < ${end}::int8 and coalesce(r.end_at, 9007199254740991) > ${start}::int8) end`
}

/** No drafts; of the planned ones so many as the quota of the work center says; closed ones for some days. */
function seenByOperators(): RawBuilder<boolean> {
  return sql<boolean>`(j.status in ('PROGRESS', 'ON_HOLD')
    or (j.status = 'TECHNICALLY_COMPLETED' and j.closed_on > now() - make_interval(days => ${OPERATOR_SEES_CLOSED_DAYS}))
    or (j.status = 'PLANNED' and exists (select from work_center w where w.company_id = j.company_id and w.id = j.work_center_id
      and (coalesce(w.operator_access_quota, 0) = 0 or (select count(*) from job_order q where q.company_id = j.company_id
        and q.work_center_id = j.work_center_id and q.status = 'PLANNED' and (q.queue_rank, q.id) < (j.queue_rank, j.id)) < w.operator_access_quota))))`
}
