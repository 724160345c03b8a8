import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { CompanyId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import type { Tenant } from '#server/db/database.ts'

/** Output that the product is to confirm: of a segment and one of its orders. */
export type WaitingOutput = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly segmentId: number
  readonly segmentStart: number
  /** null = without an order. */
  readonly jobOrderId: JobOrderId | null
  readonly counted: number
}

/** Until when what ended counts as whole, since when it is looked at, and before when what passes was tried (ms UTC). */
export type WaitingRange = { readonly since: number; readonly shiftsEndedBy: number; readonly triedBefore: number; readonly limit: number }

/** What stands for an error that nobody expected. */
export const UNEXPECTED = 'INTERNAL_ERROR'
/** Refusals of no rule: the same may succeed a minute later. */
const PASSING: readonly string[] = ['CONFLICT', 'NO_DISK_SPACE', 'SERVER_BUSY', 'SERVICE_UNAVAILABLE', 'SHIFT_RECALCULATING']
const UNEXPECTED_AGAIN_MS = HOUR_MS

/**
 * Returns up to so many segments, of all companies in turn, that the product is to confirm by the setting of their work center: those of orders
 * closed since then, whenever they ran, or begun since then in shifts that are over; of a company those ahead that were not tried. What was tried is looked at
 * again if its device counted something else since, or if what stood in the way passes: if it was tried before the instant, or an hour before it after an error
 * that nobody expected.
 */
export async function listWaitingOutput(
  tx: Transaction<DB>,
  { since, shiftsEndedBy, triedBefore, limit }: WaitingRange,
): Promise<readonly WaitingOutput[]> {
  const { rows } = await sql<WaitingOutput>`
    with ended as (
      select s.company_id, s.work_center_id, s.id, s.start_at, s.total, j.id as job_order_id, s.shift_start_at
      from order_course c
      join job_order j on j.company_id = c.company_id and j.id = c.job_order_id
      join job_order_run r on r.company_id = j.company_id and r.job_order_id = j.id
      join work_center w on w.company_id = r.company_id and w.id = r.work_center_id and w.auto_confirm = 'ON_CLOSE' and w.device_status <> 'ARCHIVE'
        and (extract(epoch from j.closed_on) * 1000) >= w.auto_confirm_from
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and j.id = any(s.job_order_ids) and s.end_at is not null and not s.is_confirmed
      where c.closed_on > to_timestamp(${since}::int8 / 1000.0)
      union all
      select s.company_id, s.work_center_id, s.id, s.start_at, s.total, o.id, s.shift_start_at
      from work_center w
      join output_segment s on s.company_id = w.company_id and s.work_center_id = w.id and s.start_at > ${since}::int8
        and s.end_at is not null and not s.is_confirmed
      cross join lateral unnest(case when s.job_order_ids = '{}' then array[null::int] else s.job_order_ids end) as o (id)
      left join shift h on h.company_id = s.company_id and h.work_center_id = s.work_center_id and h.start_at = s.shift_start_at
      where w.auto_confirm = 'ON_SHIFT_END' and w.device_status <> 'ARCHIVE'
        and coalesce(h.end_at, s.end_at) >= w.auto_confirm_from and coalesce(h.end_at, s.end_at) <= ${shiftsEndedBy}::int8
    )
    select s.company_id as "companyId", s.work_center_id as "workCenterId", s.id as "segmentId", s.start_at as "segmentStart",
      s.job_order_id as "jobOrderId", s.total as counted
    from ended s
    left join shift h on h.company_id = s.company_id and h.work_center_id = s.work_center_id and h.start_at = s.shift_start_at
    left join automatic_confirmation a on a.company_id = s.company_id and a.work_center_id = s.work_center_id
      and a.segment_start_at = s.start_at and a.job_order_id = coalesce(s.job_order_id, 0)
    where s.total > 0 and coalesce(h.status, '') <> 'CONFIRMED'
      and (a.counted is null or a.counted <> s.total or (a.problem = any(${PASSING}::text[]) and a.tried_on < ${new Date(triedBefore)})
        or (a.problem = ${UNEXPECTED} and a.tried_on < ${new Date(triedBefore - UNEXPECTED_AGAIN_MS)}))
    order by row_number() over (partition by s.company_id order by a.tried_on nulls first, s.work_center_id, s.start_at, s.job_order_id), s.company_id
    limit ${limit}`.execute(tx)
  return rows
}

/** Writes what became of the output: confirmed, or left to people for the problem. */
export async function noteTried(
  tenant: Tenant,
  { workCenterId, segmentStart, jobOrderId, counted }: Omit<WaitingOutput, 'companyId' | 'segmentId'>,
  { problem, at }: { readonly problem: string | null; readonly at: number },
): Promise<void> {
  await sql`insert into automatic_confirmation (company_id, work_center_id, segment_start_at, job_order_id, counted, problem, tried_on)
    values (${tenant.companyId}, ${workCenterId}, ${segmentStart}::int8, ${jobOrderId ?? 0}, ${counted}, ${problem}, ${new Date(at)})
    on conflict (company_id, work_center_id, segment_start_at, job_order_id)
    do update set counted = excluded.counted, problem = excluded.problem, tried_on = excluded.tried_on`.execute(tenant.tx)
}

/** An order that a person closed and the product confirmed. */
export type ClosedOrder = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId; readonly id: JobOrderId }

/** Returns orders, of all companies, that were closed since the instant with output unconfirmed, of which the product confirmed something since, and enough is accepted. */
export async function listConfirmedByProduct(tx: Transaction<DB>, since: number, limit: number): Promise<readonly ClosedOrder[]> {
  const { rows } = await sql<ClosedOrder>`
    select j.company_id as "companyId", j.work_center_id as "workCenterId", j.id
    from order_course o
    join job_order j on j.company_id = o.company_id and j.id = o.job_order_id and j.status = 'TECHNICALLY_COMPLETED'
      and j.accepted_output >= j.plan_output
    join work_center w on w.company_id = j.company_id and w.id = j.work_center_id and w.auto_confirm <> 'OFF'
    where o.closed_on > to_timestamp(${since}::int8 / 1000.0)
      and exists (select from output_posting p where p.company_id = j.company_id and p.job_order_id = j.id and p.is_automatic and p.canceled_on is null)
      and not exists (select from job_order_run r
        join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
          and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and j.id = any(s.job_order_ids) and not s.is_confirmed and s.total > 0
        where r.company_id = j.company_id and r.job_order_id = j.id)
    order by j.company_id, j.id limit ${limit}`.execute(tx)
  return rows
}

/** Forgets what was tried before the instant. */
export async function forgetTried(tx: Transaction<DB>, before: number): Promise<void> {
  await sql`delete from automatic_confirmation where tried_on < ${new Date(before)}`.execute(tx)
}

/** Returns why the product left output segments to people, by their id: the codes of refusals by rules. */
export async function listAutomaticProblems(tenant: Tenant, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ readonly id: number; readonly problem: string }>`select s.id, max(a.problem) as problem from output_segment s
    join automatic_confirmation a on a.company_id = s.company_id and a.work_center_id = s.work_center_id and a.segment_start_at = s.start_at
    where s.company_id = ${tenant.companyId} and s.id = any(${ids}::int8[]) and a.problem is not null and not s.is_confirmed
      and a.problem <> all(${[...PASSING, UNEXPECTED]}::text[])
    group by s.id`.execute(tenant.tx)
  return new Map(rows.map(({ id, problem }) => [id, problem]))
}
