import { asId } from '#engine/ids.ts'
import type { CompanyId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { addUpCourses } from '#server/forecast/keepCourses.service.ts'
import { memoryOf } from '#server/forecast/evidence.ts'
import { forecastPlaces } from '#server/forecast/forecast.service.ts'
import { latenessReader } from '#server/forecast/lateOrders.service.ts'
import { previewMove } from '#server/forecast/movePreview.service.ts'
import type { Database } from '#server/db/database.ts'
import { listQueue } from '#server/jobOrder/jobOrderEdit.store.ts'
import { countOrders, pageOrders } from '#server/jobOrder/jobOrderList.store.ts'
import type { JobOrderFilter, JobOrderOrderField } from '#server/jobOrder/jobOrderList.store.ts'
import type { OrderMember } from '#server/jobOrder/orderDeps.ts'
import { checkOutput } from '#server/output/outputCheck.service.ts'

/** Work centers of the company; each has one open queue. */
export const PLACES = 500
/** So many in one statement: a busy machine writes them within its time. */
const BATCH = 20_000
/** The newest order was made then. */
export const LAST_ORDER_AT = Date.UTC(2026, 4, 4, 6)
/** As many as the page of the check looks at. */
const MOST_CHECKED = 200
/** Closed orders of a work center follow each other so closely. */
const APART_MS = 5 * HOUR_MS

/** How many finished and open orders, at how many work centers, the newest made when (ms UTC). */
type OrdersSize = { readonly closed: number; readonly open: number; readonly places?: number; readonly newestAt?: number }

/**
 * Writes a company with work centers (500, unless it is told otherwise), 200 products, `closed` finished orders with a run and two segments each, and `open`
 * orders in the queues, one of each queue in progress.
 */
export async function generateOrders(
  { pool }: Pick<Database, 'pool'>,
  companyId: CompanyId,
  { closed, open, places = PLACES, newestAt = LAST_ORDER_AT }: OrdersSize,
): Promise<void> {
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [companyId])
  await pool.query(
    `insert into work_center (company_id, name, target_speed) select $1, 'Cell ' || n, 5 from generate_series(1, $2::int) n`,
    [companyId, places],
  )
  await pool.query(
    `insert into item (company_id, name, sku, measurement_unit, family) select $1, 'Tube ' || n, 'DT-' || (2000 + n), 'pcs', 'Family ' || n % 10
     from generate_series(1, 200) n`,
    [companyId],
  )
  await pool.query(
    `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
     values ($1, 0, 'UTC', 1, 'D', 'Day', '06:00', '18:00'), ($1, 0, 'UTC', 2, 'N', 'Night', '18:00', '06:00')`,
    [companyId],
  )
  const place = `((select min(id) from work_center where company_id = $1) + n % ${places})`
  const product = '((select min(id) from item where company_id = $1) + n % 200)'
  const rows = `insert into job_order (company_id, order_code, external_code, description, status, item_id, work_center_id, plan_output, plan_cycle_time_ms, plan_start,
      plan_end, due_date, accepted_output, source, queue_rank, created_on, closed_on)`
  for (let from = 0; from < closed; from += BATCH) {
    const until = Math.min(closed, from + BATCH) - 1
    await pool.query(
      `${rows} select $1, 'JO-' || n, 'SO-' || (n * 7), case when n % 20 = 3 then 'urgent for line ' || n end,
         case when n % 30 = 0 then 'CANCELLED' when n % 10 = 0 then 'TECHNICALLY_COMPLETED' else 'COMPLETED' end, ${product}, ${place}, 300, 12000,
         at - ${4 * HOUR_MS}, at, at + (n % 9 - 4) * ${HOUR_MS}, 300, 'IMPORT', null, to_timestamp((at - ${DAY_MS})::float8 / 1000),
         case when n % 30 > 0 then to_timestamp(at::float8 / 1000) end
       from (select n, $2::int8 - (($3::int - n) / ${places})::int8 * ${APART_MS} as at from generate_series($4::int, $5::int) n) as made`,
      [companyId, newestAt, closed, from, until],
    )
  }
  const ids = await pool.query<{ first: number; last: number }>(
    'select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from job_order where company_id = $1',
    [companyId],
  )
  const { first, last } = ids.rows[0] ?? { first: 1, last: 0 }
  for (let from = first; from <= last; from += BATCH) {
    const some = [companyId, from, from + BATCH - 1]
    const ofFinished = 'from job_order where company_id = $1 and id between $2 and $3 and closed_on is not null'
    await pool.query(
      `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at)
       select company_id, id, work_center_id, plan_start, plan_end ${ofFinished}`,
      some,
    )
    for (const [offset, planned, valuable] of [
      [0, 2, 1],
      [2, 2, 1.2],
    ] as const)
      await pool.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, job_order_ids, total, accepted, rejected, uncounted_total, uncounted_accepted,
           uncounted_rejected, effective_total, effective_accepted, planned_ms, run_ms, net_operating_ms, quality_loss_ms)
         select company_id, work_center_id, plan_start + ${offset * HOUR_MS}, plan_start + ${(offset + 2) * HOUR_MS}, array[id], 150, 150, 0, 0, 0, 0, 150, 150,
           ${planned * HOUR_MS}, ${planned * HOUR_MS}, ${valuable * HOUR_MS} + (id % 17) * 60000, 0 ${ofFinished}`,
        some,
      )
  }
  await pool.query(
    `${rows} select $1, 'JO-' || ($3::int + n), 'SO-' || (($3::int + n) * 7), null,
       case when n < ${places} then 'PROGRESS' when n % 15 = 0 then 'DRAFT' when n % 11 = 0 then 'ON_HOLD' else 'PLANNED' end,
       ${product}, ${place}, 300, 12000, $2::int8 + n / ${places} * ${4 * HOUR_MS}, $2::int8 + (n / ${places} + 1) * ${4 * HOUR_MS},
       $2::int8 + (n / ${places} + n % 5) * ${4 * HOUR_MS}, 0, 'SCREEN', n::int8 * 1048576, to_timestamp(($2::int8 - n * 1000)::float8 / 1000), null
     from generate_series(0, $4::int - 1) n`,
    [companyId, newestAt, closed, open],
  )
  await pool.query(
    `insert into job_order_run (company_id, job_order_id, work_center_id, start_at)
     select company_id, id, work_center_id, $2::int8 - ${HOUR_MS} from job_order where company_id = $1 and status = 'PROGRESS'`,
    [companyId, newestAt],
  )
}

/** Adds up the times of all finished orders; returns of how many. */
export async function addUpAll(database: Pick<Database, 'inSystem'>): Promise<number> {
  let [all, some] = [0, 0]
  do all += some = await addUpCourses(database, LAST_ORDER_AT)
  while (some > 0)
  return all
}

/** The filter that leaves all orders. */
export const EVERY_ORDER: JobOrderFilter = {
  code: null,
  search: null,
  period: null,
  statuses: null,
  workCenterIds: null,
  itemIds: null,
  ids: null,
  openIds: null,
  source: null,
  imported: null,
  overdueAt: null,
  isOperators: false,
}

/** What a page of the list is asked for. */
export type OrdersQuestion = Partial<JobOrderFilter> & {
  readonly field?: JobOrderOrderField
  readonly isDescending?: boolean
  readonly page?: number
}

/** Returns how many orders the page has. */
export async function pageOfOrders(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  { field = 'CREATION_DATE', isDescending = true, page = 1, ...filter }: OrdersQuestion,
): Promise<number> {
  const order = { field, isDescending }
  const { items } = await database.inTenant(companyId, (tenant) =>
    pageOrders(tenant, { ...EVERY_ORDER, ...filter }, { order, range: { page, size: 50 } }),
  )
  return items.length
}

/** Returns how many orders of all statuses the filter leaves. */
export async function countsOfOrders(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  filter: Partial<JobOrderFilter>,
): Promise<number> {
  const counts = await database.inTenant(companyId, (tenant) => countOrders(tenant, { ...EVERY_ORDER, ...filter }))
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Returns the ends that are forecast at the work centers. */
export async function forecastsOf(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  places: readonly WorkCenterId[],
): Promise<ReadonlyMap<JobOrderId, number | null>> {
  const found = await database.inTenant(companyId, (tenant) => forecastPlaces(tenant, places, LAST_ORDER_AT, memoryOf(database)))
  return new Map([...found].map(([id, { end }]) => [id, end]))
}

/** Returns how many open orders will come too late, or may. */
export async function countLate(database: Pick<Database, 'inTenant'>, companyId: CompanyId): Promise<number> {
  // A reader of its own: what was found before is not believed.
  const found = await latenessReader(database)(companyId, LAST_ORDER_AT)
  return [...found.values()].filter((lateness) => lateness !== 'ON_TIME').length
}

/** Returns how many ends the move of the last order of a queue to its top would change. */
export async function previewMoveToTop(database: Database, companyId: CompanyId, workCenterId: WorkCenterId): Promise<number> {
  return await database.inTenant(companyId, async (tenant) => {
    const queue = await listQueue(tenant, workCenterId)
    const asking = { deps: { now: () => LAST_ORDER_AT }, member: planner(companyId), visible: null, memory: memoryOf(database) }
    const move = { id: queue.at(-1)?.id ?? asId<JobOrderId>(0), workCenterId, after: null }
    return (await previewMove(tenant, asking, move)).orders.length
  })
}

/** Returns how many orders of the last month, of all work centers or of one, were looked at for their three witnesses. */
export async function countChecked(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  workCenterIds: readonly WorkCenterId[] | null,
): Promise<number> {
  const period = { start: LAST_ORDER_AT - 30 * DAY_MS, end: LAST_ORDER_AT }
  const query = { workCenterIds, visibleIds: null, period, by: 'BEGAN' as const, most: MOST_CHECKED }
  return (await database.inTenant(companyId, (tenant) => checkOutput(tenant, query))).examined
}

function planner(companyId: CompanyId): OrderMember {
  return { companyId, userId: asId<UserId>('00000000-0000-7000-8000-000000000001'), role: 'ADMIN' }
}
