import { sql } from 'kysely'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { OrderTimes } from '#engine/jobOrder/forecast/orderPace.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** So many orders of a queue are looked at. */
const LONGEST_QUEUE = 200

/** An order that is worked on or waits, as far as its end follows from it. */
export type OpenOrder = OrderSpeed & {
  readonly id: JobOrderId
  readonly workCenterId: WorkCenterId
  readonly itemId: ItemId | null
  readonly status: 'ON_HOLD' | 'PLANNED' | 'PROGRESS'
  readonly planOutput: number | null
  readonly dueDate: number | null
  /** That of its product. */
  readonly family: string | null
  /** That of the work center, in units a minute. */
  readonly placeSpeed: number | null
}

/** An order on its own, wherever it stands. */
export type LooseOrder = Omit<OpenOrder, 'placeSpeed' | 'workCenterId'>

const OF_ORDER = sql`j.id, j.item_id as "itemId", j.status, j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs",
  j.target_speed_quantity as "targetSpeedQuantity", j.target_speed_time_ms as "targetSpeedTimeMs", j.plan_output as "planOutput",
  j.due_date as "dueDate", i.family`

/** Returns the order as it is in a queue, also one that no queue shows; null for one that neither waits nor is worked on. */
export async function findLooseOrder(tenant: Tenant, id: JobOrderId): Promise<LooseOrder | null> {
  const { rows } =
    await sql<LooseOrder>`select ${OF_ORDER} from job_order j left join item i on i.company_id = j.company_id and i.id = j.item_id
    where j.company_id = ${tenant.companyId} and j.id = ${id} and j.status in ('PROGRESS', 'PLANNED', 'ON_HOLD')`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns a text that is another one once an open order of the company, its place, its due date or the sequence of a queue changed. */
export async function fingerprintOfOpen(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws(' ', id, version, status, queue_rank, work_center_id, due_date), 0)::numeric), 0) as print
    from job_order where company_id = ${tenant.companyId} and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')`.execute(tenant.tx)
  return rows[0]?.print ?? ''
}

/** Returns the open orders of the company that are due at a time, drafts and those of no work center too. */
export async function listDueOrders(tenant: Tenant): Promise<
  readonly {
    readonly id: JobOrderId
    readonly workCenterId: WorkCenterId | null
    readonly status: OpenOrder['status'] | 'DRAFT'
    readonly dueDate: number
  }[]
> {
  const { rows } = await sql<{ id: JobOrderId; workCenterId: WorkCenterId | null; status: OpenOrder['status'] | 'DRAFT'; dueDate: number }>`
    select id, work_center_id as "workCenterId", status, due_date as "dueDate" from job_order
    where company_id = ${tenant.companyId} and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') and due_date is not null
    order by work_center_id, id`.execute(tenant.tx)
  return rows
}

/** Returns what is worked on or waits at the work centers, in the sequence in which it will be made. */
export async function listOpenOrders(tenant: Tenant, places: readonly WorkCenterId[]): Promise<readonly OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select ${OF_ORDER}, j.work_center_id as "workCenterId", w.target_speed as "placeSpeed"
    from unnest(${places}::int[]) as asked (id)
    join work_center w on w.company_id = ${tenant.companyId} and w.id = asked.id
    cross join lateral (select * from job_order o where o.company_id = ${tenant.companyId} and o.work_center_id = asked.id
      and o.status in ('PROGRESS', 'PLANNED', 'ON_HOLD') order by (o.status = 'PROGRESS') desc, o.queue_rank, o.id limit ${LONGEST_QUEUE}) j
    left join item i on i.company_id = j.company_id and i.id = j.item_id
    order by j.work_center_id, (j.status = 'PROGRESS') desc, j.queue_rank, j.id`.execute(tenant.tx)
  return rows
}

/** A finished order by its stretches in their sequence. */
export type FinishedOrder = {
  readonly workCenterId: WorkCenterId
  readonly itemId: ItemId | null
  readonly course: readonly OrderTimes[]
  /** The part of its planned time that was the changeover to it. */
  readonly changeoverMs: number
}

/** Returns the last `most` finished orders of each work center, the newest first, as far as their times are added up. */
export async function listFinished(tenant: Tenant, places: readonly WorkCenterId[], most: number): Promise<readonly FinishedOrder[]> {
  const { rows } = await sql<{
    workCenterId: WorkCenterId
    itemId: ItemId | null
    planned: number[]
    valuable: number[]
    changeoverMs: number
  }>`
    select asked.id as "workCenterId", c.item_id as "itemId", c.planned, c.valuable,
      coalesce((select sum(o.own_ms) from changeover o where o.company_id = c.company_id and o.work_center_id = asked.id
        and o.job_order_id = c.job_order_id), 0)::float8 as "changeoverMs"
    from unnest(${places}::int[]) as asked (id)
    cross join lateral (select * from order_course o where o.company_id = ${tenant.companyId} and o.work_center_id = asked.id
      order by o.closed_on desc limit ${most}) c
    where c.kept_on is not null
    order by asked.id, c.closed_on desc, c.job_order_id desc`.execute(tenant.tx)
  return rows.map(({ workCenterId, itemId, planned, valuable, changeoverMs }) => ({
    workCenterId,
    itemId,
    course: courseOf(planned, valuable),
    changeoverMs,
  }))
}

/**
 * Adds up the times of at most `most` finished orders: those that are not added up yet, and those that were closed since `again` (late data and edits may
 * have changed them) and not added up since `keptBefore`. Returns how many there were.
 */
export async function keepCourses(
  tx: Tenant['tx'],
  { now, again, keptBefore, most }: { readonly now: Date; readonly again: Date; readonly keptBefore: Date; readonly most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (
      (select company_id, job_order_id from order_course where kept_on is null order by closed_on desc limit ${most})
      union
      (select company_id, job_order_id from order_course where closed_on >= ${again} and kept_on < ${keptBefore} order by closed_on desc limit ${most})),
    sums as (
      select d.company_id, d.job_order_id, coalesce(array_agg(s.planned_ms::float8 order by s.start_at) filter (where s.start_at is not null), '{}') as planned,
        coalesce(array_agg((s.net_operating_ms - coalesce(s.quality_loss_ms, 0))::float8 order by s.start_at) filter (where s.start_at is not null), '{}') as valuable
      from due d
      left join job_order_run r on r.company_id = d.company_id and r.job_order_id = d.job_order_id
      left join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and s.job_order_ids = array[r.job_order_id] and s.net_operating_ms is not null
      group by d.company_id, d.job_order_id)
    update order_course c set planned = sums.planned, valuable = sums.valuable, kept_on = ${now}
    from sums where c.company_id = sums.company_id and c.job_order_id = sums.job_order_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Times so far, and the part of the planned time that was the changeover. */
export type TimesSoFar = OrderTimes & Pick<FinishedOrder, 'changeoverMs'>

/** Returns the times so far of orders that are worked on, those that share all their segments left out. */
export async function listTimesSoFar(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, TimesSoFar>> {
  const { rows } = await sql<{ id: JobOrderId } & TimesSoFar>`select r.job_order_id as id, sum(s.planned_ms)::float8 as "plannedMs",
      coalesce((select sum(o.own_ms) from changeover o where o.company_id = ${tenant.companyId} and o.job_order_id = r.job_order_id), 0)::float8 as "changeoverMs",
      sum(s.net_operating_ms - coalesce(s.quality_loss_ms, 0))::float8 as "valuableMs"
    from job_order_run r
    join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
      and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and s.job_order_ids = array[r.job_order_id] and s.net_operating_ms is not null
    where r.company_id = ${tenant.companyId} and r.job_order_id = any(${ids}::int[]) group by r.job_order_id`.execute(tenant.tx)
  return new Map(rows.map(({ id, ...times }) => [id, times]))
}

/** Returns those of the work centers that have shifts, holidays or extra days of their own. */
export async function listPlacesWithOwnShifts(tenant: Tenant, places: readonly WorkCenterId[]): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{ id: WorkCenterId }>`select asked.id from unnest(${places}::int[]) as asked (id) where
    exists (select from shift_schedule s where s.company_id = ${tenant.companyId} and s.work_center_id = asked.id)
    or exists (select from shift_schedule_end e where e.company_id = ${tenant.companyId} and e.work_center_id = asked.id)
    or exists (select from shift_exception x where x.company_id = ${tenant.companyId} and x.work_center_id = asked.id)`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** What past shifts of a work center say, by shift id: how much of them was planned production time, and their times of late. */
export type PastShifts = {
  readonly workCenterId: WorkCenterId
  readonly shiftId: number
  readonly plannedShare: number | null
  readonly recentPlannedMs: number
  readonly recentValuableMs: number
}

/** Returns what the shifts that began since the instant say; `recent` = since the later one. */
export async function listPastShifts(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  since: { readonly shares: number; readonly recent: number },
): Promise<readonly PastShifts[]> {
  const { rows } = await sql<PastShifts>`select work_center_id as "workCenterId", shift_id as "shiftId",
      (sum(elapsed_ms - excluded_ms) / nullif(sum(elapsed_ms), 0))::float8 as "plannedShare",
      coalesce(sum(elapsed_ms - excluded_ms) filter (where start_at >= ${since.recent}::int8 and net_operating_ms is not null), 0)::float8 as "recentPlannedMs",
      coalesce(sum(net_operating_ms - coalesce(quality_loss_ms, 0)) filter (where start_at >= ${since.recent}::int8), 0)::float8 as "recentValuableMs"
    from shift where company_id = ${tenant.companyId} and work_center_id = any(${places}::int[]) and start_at >= ${since.shares}::int8
    group by work_center_id, shift_id order by work_center_id, shift_id`.execute(tenant.tx)
  return rows
}

function courseOf(planned: readonly number[], valuable: readonly number[]): readonly OrderTimes[] {
  return planned.map((plannedMs, index) => ({ plannedMs, valuableMs: valuable[index] ?? 0 }))
}
