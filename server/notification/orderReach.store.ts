import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { OrderReach } from '#engine/jobOrder/orderReach.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** An order in progress whose turn has come, with how it stood at the last look; null = there was none at this work center. */
export type DueOrder = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId
  readonly plan: number
  /** When it was started first. */
  readonly startedAt: number
  readonly known: OrderReach | null
}

type Looked = Pick<DueOrder, 'companyId' | 'jobOrderId'>

/** Returns at most `most` orders whose turn has come, held until the transaction ends; those that somebody is changing are left to the next look. */
export async function takeDueLooks(tx: Transaction<DB>, now: number, most: number): Promise<readonly Looked[]> {
  const { rows } = await sql<Looked>`select company_id as "companyId", job_order_id as "jobOrderId" from order_look
    where look_at <= ${now}::int8 order by look_at, company_id, job_order_id limit ${most} for update skip locked`.execute(tx)
  return rows
}

/** Returns those of the orders that are in progress with a plan, as they stand now. */
export async function listDueOrders(tx: Transaction<DB>, looks: readonly Looked[]): Promise<readonly DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    select j.company_id as "companyId", run.work_center_id as "workCenterId", j.id as "jobOrderId", j.plan_output::float8 as plan,
      (select min(start_at) from job_order_run where company_id = j.company_id and job_order_id = j.id) as "startedAt",
      case when r.work_center_id = run.work_center_id then jsonb_build_object('lookAt', r.look_at, 'plan', r.plan::float8, 'reachedAt', r.reached_at,
        'endedAt', r.ended_at) end as known
    from unnest(${looks.map(({ companyId }) => companyId)}::text[], ${looks.map(({ jobOrderId }) => jobOrderId)}::int[]) as due (company_id, id)
    join job_order j on j.company_id = due.company_id and j.id = due.id
    cross join lateral (select work_center_id from job_order_run
      where company_id = j.company_id and job_order_id = j.id and end_at is null order by start_at desc limit 1) run
    left join order_reach r on r.company_id = j.company_id and r.job_order_id = j.id
    where j.status = 'PROGRESS' and j.plan_output is not null
    order by j.company_id, j.id`.execute(tx)
  return rows
}

/** Stores when the orders are looked at next; those that are in progress no longer, or have no plan, wait for somebody to change them. */
export async function settleLooks(
  tx: Transaction<DB>,
  looks: readonly Looked[],
  next: readonly (Looked & { readonly lookAt: number })[],
): Promise<void> {
  const lookAt = new Map(next.map((one) => [`${one.companyId}/${one.jobOrderId}`, one.lookAt]))
  const given = looks.map(({ companyId, jobOrderId }) => ({
    company_id: companyId,
    job_order_id: jobOrderId,
    look_at: lookAt.get(`${companyId}/${jobOrderId}`) ?? null,
  }))
  await sql`with given as (select * from json_to_recordset(${JSON.stringify(given)}::json) as g (company_id text, job_order_id int, look_at bigint)),
    over as (delete from order_look l using given g
      where l.company_id = g.company_id and l.job_order_id = g.job_order_id and g.look_at is null)
    update order_look l set look_at = g.look_at from given g
    where l.company_id = g.company_id and l.job_order_id = g.job_order_id and g.look_at is not null`.execute(tx)
}

/** Stores how orders stand. */
export async function storeReach(tenant: Tenant, orders: readonly (DueOrder & { readonly next: OrderReach })[]): Promise<void> {
  const given = orders.map(({ workCenterId, jobOrderId, next: { lookAt, plan, reachedAt, endedAt } }) => ({
    job_order_id: jobOrderId,
    work_center_id: workCenterId,
    look_at: lookAt,
    plan,
    reached_at: reachedAt,
    ended_at: endedAt,
  }))
  await sql`insert into order_reach (company_id, job_order_id, work_center_id, look_at, plan, reached_at, ended_at)
    select ${tenant.companyId}, job_order_id, work_center_id, look_at, plan, reached_at, ended_at
    from json_to_recordset(${JSON.stringify(given)}::json) as g (job_order_id int, work_center_id int, look_at bigint, plan numeric, reached_at bigint,
      ended_at bigint)
    on conflict (company_id, job_order_id) do update set work_center_id = excluded.work_center_id, look_at = excluded.look_at, plan = excluded.plan,
      reached_at = excluded.reached_at, ended_at = excluded.ended_at`.execute(tenant.tx)
}

/** Ends what orders reached that are in progress no longer; returns where they were. */
export async function endReach(
  tx: Transaction<DB>,
  now: number,
): Promise<readonly { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId; readonly reachedAt: number }[]> {
  const { rows } = await sql<{ companyId: CompanyId; workCenterId: WorkCenterId; reachedAt: number }>`update order_reach r
    set ended_at = greatest(r.reached_at + 1, least(${now}::int8, coalesce((select max(end_at) from job_order_run
      where company_id = r.company_id and job_order_id = r.job_order_id and work_center_id = r.work_center_id), ${now}::int8)))
    from job_order j where j.company_id = r.company_id and j.id = r.job_order_id and r.reached_at is not null and r.ended_at is null
      and j.status <> 'PROGRESS'
    returning r.company_id as "companyId", r.work_center_id as "workCenterId", r.reached_at as "reachedAt"`.execute(tx)
  return rows
}
