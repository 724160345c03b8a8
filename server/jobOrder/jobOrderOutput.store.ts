import { sql } from 'kysely'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** What was made of an order: in segments of its own, and confirmed of it elsewhere. */
export type OrderOutput = {
  readonly alone: OrderQuantity
  readonly elsewhere: OrderQuantity
  /** Whether it shares segments with others, whose units belong to nobody until they are confirmed. */
  readonly isShared: boolean
}

type Row = {
  readonly id: JobOrderId
  readonly accepted: number
  readonly rejected: number
  readonly elsewhereAccepted: number
  readonly elsewhereRejected: number
  readonly isShared: boolean
}

/** Returns what was made of the orders (domain.md J-8), from the segments of their runs; nothing of those that were never worked on. */
export async function listOrderOutput(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, OrderOutput>> {
  await settleRunning(tenant, ids)
  const { rows } = await sql<Row>`
    -- Both made before what they are joined to, with the bounds of it: worked out in a join they are none of an index under row level security.
    with worked as materialized (
      select r.job_order_id as id, s.work_center_id, s.start_at, coalesce(s.end_at, 9007199254740991) as until,
        s.start_at - ${LONGEST_SHIFT_MS}::int8 as since, s.strokes, cardinality(s.job_order_ids) = 1 as is_alone, s.effective_accepted, s.effective_rejected
      from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and r.job_order_id = any(s.job_order_ids)
      where r.company_id = ${tenant.companyId} and r.job_order_id = any(${ids}::int[])),
    said as materialized (
      select c.job_order_id as id, c.work_center_id, (c.start_at + coalesce(c.end_at, c.start_at)) / 2 as middle, c.accepted, c.rejected
      from output_confirmation c where c.company_id = ${tenant.companyId} and c.job_order_id = any(${ids}::int[]) and c.type <> 'CANCELED'),
    counted as (
      select w.id,
        sum(case when w.strokes is null then w.effective_accepted - coalesce(others.accepted, 0) when own.is_closed then own.accepted
          else greatest(w.strokes, own.accepted + own.rejected) - own.rejected end)
          filter (where w.strokes is not null or w.is_alone) as accepted,
        sum(case when w.strokes is null then w.effective_rejected - coalesce(others.rejected, 0) else own.rejected end)
          filter (where w.strokes is not null or w.is_alone) as rejected,
        bool_or(not w.is_alone and w.strokes is null) as is_shared
      from worked w
      -- Of orders that share strokes each has its own: what was confirmed of it or stroked, whichever is more, until nothing more of it comes.
      left join lateral (select coalesce(sum(c.accepted), 0) as accepted, coalesce(sum(c.rejected), 0) as rejected,
          coalesce(bool_or(c.is_closing), false) as is_closed
        from output_confirmation c where w.strokes is not null and c.company_id = ${tenant.companyId} and c.work_center_id = w.work_center_id
          and c.job_order_id = w.id and c.type <> 'CANCELED'
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= w.start_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < w.until) own on w.strokes is not null
      -- What was confirmed of orders that did not run in it came on top.
      left join lateral (select sum(c.accepted) as accepted, sum(c.rejected) as rejected from output_confirmation c
        where c.company_id = ${tenant.companyId} and c.work_center_id = w.work_center_id and c.type <> 'CANCELED' and c.job_order_id <> w.id
          and c.start_at > w.since and c.start_at < w.until
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= w.start_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < w.until) others
        on w.strokes is null and w.is_alone
      group by w.id),
    elsewhere as (
      select c.id, sum(c.accepted) as accepted, sum(c.rejected) as rejected
      from said c
      -- Segments follow each other: the last one that began before holds it, or none does.
      left join lateral (select s.end_at, s.strokes, s.job_order_ids from output_segment s
        where s.company_id = ${tenant.companyId} and s.work_center_id = c.work_center_id and s.start_at <= c.middle
        order by s.start_at desc limit 1) s on s.end_at is null or s.end_at > c.middle
      where (s.job_order_ids = array[c.id] or (s.strokes is not null and c.id = any(s.job_order_ids))) is not true
      group by c.id)
    select coalesce(counted.id, elsewhere.id) as id, coalesce(counted.accepted, 0) as accepted, coalesce(counted.rejected, 0) as rejected,
      coalesce(elsewhere.accepted, 0) as "elsewhereAccepted", coalesce(elsewhere.rejected, 0) as "elsewhereRejected",
      coalesce(counted.is_shared, false) as "isShared"
    from counted full join elsewhere on elsewhere.id = counted.id`.execute(tenant.tx)
  return new Map(
    rows.map(({ id, accepted, rejected, elsewhereAccepted, elsewhereRejected, isShared }) => [
      id,
      { alone: { accepted, rejected }, elsewhere: { accepted: elsewhereAccepted, rejected: elsewhereRejected }, isShared },
    ]),
  )
}

/** Has what was counted of orders in progress written, so that it is not told as it was minutes ago. */
export async function settleRunning(tenant: Tenant, ids: readonly JobOrderId[]): Promise<void> {
  if (tenant.settle === undefined) return
  const { rows } = await sql<{ readonly id: WorkCenterId }>`select distinct work_center_id as id from job_order_run
    where company_id = ${tenant.companyId} and job_order_id = any(${ids}::int[]) and end_at is null`.execute(tenant.tx)
  if (rows.length > 0)
    await tenant.settle(
      rows.map(({ id }) => id),
      Infinity,
    )
}
