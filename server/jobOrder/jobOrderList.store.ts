import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ImportChangeKind } from '#engine/jobOrder/import/undoImport.ts'
import { OPERATOR_SEES_CLOSED_DAYS } from '#engine/jobOrder/orderQueue.ts'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
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
  readonly period: Interval | null
  readonly statuses: readonly JobOrderStatus[] | null
  /** Those that the person may see; orders of no work center are seen by whoever sees all. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly itemIds: readonly ItemId[] | null
  readonly ids: readonly JobOrderId[] | null
  /** Of open orders these alone: as late as is asked for. */
  readonly openIds: readonly JobOrderId[] | null
  readonly source: OrderSource | null
  /** Those with which an import of a file did something: all of it, or of some kinds. */
  readonly imported: { readonly id: number; readonly kinds: readonly ImportChangeKind[] | null } | null
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
  const known = await lookedUp(tenant, filter)
  const where = conditionOf(tenant, filter, fewOf(known))
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
  return { items, totalItems: onlyOf(filter, known)?.length ?? (await countAll(tenant, conditionOf(tenant, filter, known))), hasNext }
}

async function countAll(tenant: Tenant, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`select count(*)::int as total from (select 1 from job_order j
    where ${where} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return rows[0]?.total ?? 0
}

/** Returns how many orders of each status the filter leaves, its own statuses aside, above MAX_COUNTED one more than that; a status without any is missing. */
export async function countOrders(tenant: Tenant, filter: JobOrderFilter): Promise<ReadonlyMap<JobOrderStatus, number>> {
  const others = { ...filter, statuses: null }
  const where = conditionOf(tenant, others, await lookedUp(tenant, others))
  const counts = isEverything(others)
    ? sql`select asked.status, few.count from unnest(${[...JOB_ORDER_STATUSES]}::text[]) as asked (status)
        cross join lateral (select count(*)::int as count from (select 1 from job_order j where ${where} and j.status = asked.status
          limit ${MAX_COUNTED + 1}) one) few where few.count > 0`
    : sql`select j.status, least(count(*), ${MAX_COUNTED + 1})::int as count from job_order j where ${where} group by j.status`
  const { rows } = await sql<{ readonly status: JobOrderStatus; readonly count: number }>`${counts}`.execute(tenant.tx)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Returns the ids of the open orders with a due date that the filter leaves, whatever their lateness. */
export async function listDueIds(tenant: Tenant, filter: JobOrderFilter): Promise<readonly JobOrderId[]> {
  const others = { ...filter, openIds: null }
  const { rows } = await sql<{ readonly id: JobOrderId }>`select j.id from job_order j
    where ${conditionOf(tenant, others, await lookedUp(tenant, others))} and ${IS_OPEN} and j.due_date is not null`.execute(tenant.tx)
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

/** What indexes of their own say of a filter: the only orders that it can leave, by its words and its period; null where that is not known, or too many. */
type LookedUp = Readonly<Record<'code' | 'period' | 'search', readonly JobOrderId[] | null>>

/** Of more, a page is found sooner along the order of the list. */
const FEW = 4_000

async function lookedUp(tenant: Tenant, { code, search, period }: JobOrderFilter): Promise<LookedUp> {
  return {
    code: code === null ? null : countable(await idsWithText(tenant, code, true)),
    search: search === null ? null : countable(await idsWithText(tenant, search, false)),
    period: period === null ? null : countable(await idsOfPeriod(tenant, period)),
  }
}

/** Conditions on texts are no bounds of an index under row level security: `0249_ordersByText.sql` looks them up. */
async function idsWithText(tenant: Tenant, text: string, isInCodes: boolean): Promise<readonly JobOrderId[] | null> {
  const { rows } = await sql<{ readonly ids: readonly JobOrderId[] | null }>`
    select orders_with_text(${folded(sql`${text}::text`)}, ${isInCodes}, ${MAX_COUNTED + 1}) as ids`.execute(tenant.tx)
  return rows[0]?.ids ?? null
}

async function idsOfPeriod(tenant: Tenant, period: Interval): Promise<readonly JobOrderId[]> {
  const arms = armsOf(period).map((arm) => sql`select j.id from job_order j where j.company_id = ${tenant.companyId} and ${arm}`)
  const { rows } = await sql<{ readonly ids: readonly JobOrderId[] }>`
    select array(select few.id from (${sql.join(arms, sql` union all `)}) few limit ${MAX_COUNTED + 1}) as ids`.execute(tenant.tx)
  return rows[0]?.ids ?? []
}

function countable(ids: readonly JobOrderId[] | null): readonly JobOrderId[] | null {
  return ids === null || ids.length > MAX_COUNTED ? null : ids
}

function fewOf({ code, search, period }: LookedUp): LookedUp {
  const few = (ids: readonly JobOrderId[] | null) => (ids === null || ids.length > FEW ? null : ids)
  return { code: few(code), search: few(search), period: few(period) }
}

/** All that the filter leaves, where one of its conditions stands alone and is looked up. */
function onlyOf(filter: JobOrderFilter, { code, search, period }: LookedUp): readonly JobOrderId[] | null {
  if (isEverything({ ...filter, code: null })) return code
  if (isEverything({ ...filter, search: null })) return search
  return isEverything({ ...filter, period: null }) ? period : null
}

/** Whether the filter leaves all orders of the company. */
function isEverything(filter: JobOrderFilter): boolean {
  return !filter.isOperators && Object.values(filter).every((value) => value === null || value === false)
}

function conditionOf(tenant: Tenant, filter: JobOrderFilter, known: LookedUp): RawBuilder<boolean> {
  const { code, search, period, statuses, workCenterIds, itemIds, ids, openIds, source, imported, overdueAt, isOperators } = filter
  const conditions = [
    sql<boolean>`j.company_id = ${tenant.companyId}`,
    statuses !== null && isOneOf(statuses),
    workCenterIds !== null && sql<boolean>`j.work_center_id = any(${workCenterIds}::int[])`,
    itemIds !== null && sql<boolean>`j.item_id = any(${itemIds}::int[])`,
    ids !== null && isOfIds(ids),
    openIds !== null && sql<boolean>`${isOfIds(openIds)} and ${IS_OPEN}`,
    source !== null && sql<boolean>`j.source = ${source}`,
    imported !== null && isOfImport(tenant, imported),
    overdueAt !== null && sql<boolean>`j.due_date < ${overdueAt}::int8 and ${IS_OPEN}`,
    code !== null && (known.code === null ? sql<boolean>`strpos(j.code_text, ${folded(sql`${code}::text`)}) > 0` : isOfIds(known.code)),
    search !== null && (known.search === null ? isFound(tenant, search) : isOfIds(known.search)),
    period !== null && (known.period === null ? inPeriod(period) : isOfIds(known.period)),
    isOperators && seenByOperators(),
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}

function isOfIds(ids: readonly JobOrderId[]): RawBuilder<boolean> {
  return sql<boolean>`j.id = any(${ids}::int[])`
}

/** The few of the import are looked up before the orders are. */
function isOfImport({ companyId }: Tenant, { id, kinds }: NonNullable<JobOrderFilter['imported']>): RawBuilder<boolean> {
  return sql<boolean>`j.id = any(array(select c.job_order_id from job_orders_import_change c
    where c.company_id = ${companyId} and c.import_id = ${id}::int and (${kinds}::text[] is null or c.kind = any(${kinds}::text[]))))`
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

/** The plan windows of indexes of their own: `0248_ordersByPeriod.sql` names the same. */
const DAYS_MS = 172_800_000
const MONTH_MS = 2_678_400_000

/** The plan window lies in it; without one the due date; without both a run, or the creation. */
function inPeriod(period: Interval): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(armsOf(period), sql` or `)})`
}

/**
 * The same one by one, no order in two: each is bounded by an index of its own, so that a day long ago reads its orders and not all since: what begins within
 * two days before it, and of what began earlier only what is planned for longer.
 */
function armsOf({ start, end }: Interval): readonly RawBuilder<boolean>[] {
  const length = sql`j.plan_end - j.plan_start`
  return [
    sql<boolean>`(j.plan_start >= ${start - DAYS_MS}::int8 and j.plan_start < ${end}::int8
      and (j.plan_end > ${start}::int8 or (j.plan_end is null and j.plan_start >= ${start}::int8)))`,
    sql<boolean>`(j.plan_start >= ${start - MONTH_MS}::int8 and j.plan_start < ${Math.min(start - DAYS_MS, end)}::int8 and j.plan_end > ${start}::int8
      and ${length} > ${sql.lit(DAYS_MS)})`,
    sql<boolean>`(j.plan_start < ${Math.min(start - MONTH_MS, end)}::int8 and j.plan_end > ${start}::int8 and ${length} > ${sql.lit(MONTH_MS)})`,
    sql<boolean>`(j.plan_start is null and j.plan_end > ${start}::int8 and j.plan_end < ${end}::int8)`,
    sql<boolean>`(j.plan_start is null and j.plan_end is null and j.due_date >= ${start}::int8 and j.due_date < ${end}::int8)`,
    sql<boolean>`(j.plan_start is null and j.plan_end is null and j.due_date is null
      and ((j.created_on >= to_timestamp(${start}::float8 / 1000) and j.created_on < to_timestamp(${end}::float8 / 1000))
        or exists (select from job_order_run r where r.company_id = j.company_id and r.job_order_id = j.id
          and r.start_at < ${end}::int8 and (r.end_at is null or r.end_at > ${start}::int8))))`,
  ]
}

/** Returns which of the orders lists show to operators (domain.md J-7), wherever they stand. */
export async function listSeenByOperators(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlySet<JobOrderId>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ readonly id: JobOrderId }>`select j.id from job_order j
    where j.company_id = ${tenant.companyId} and j.id = any(${ids}::int[]) and ${seenByOperators()}`.execute(tenant.tx)
  return new Set(rows.map(({ id }) => id))
}

/** No drafts; of the planned ones so many as the quota of the work center says; closed ones for some days. */
function seenByOperators(): RawBuilder<boolean> {
  return sql<boolean>`(j.status in ('PROGRESS', 'ON_HOLD')
    or (j.status = 'TECHNICALLY_COMPLETED' and j.closed_on > now() - make_interval(days => ${OPERATOR_SEES_CLOSED_DAYS}))
    or (j.status = 'PLANNED' and exists (select from work_center w where w.company_id = j.company_id and w.id = j.work_center_id
      and (coalesce(w.operator_access_quota, 0) = 0 or (select count(*) from job_order q where q.company_id = j.company_id
        and q.work_center_id = j.work_center_id and q.status = 'PLANNED' and (q.queue_rank, q.id) < (j.queue_rank, j.id)) < w.operator_access_quota))))`
}
