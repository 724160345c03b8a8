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
    with counted as (
      select r.job_order_id as id,
        sum(case when s.strokes is null then s.effective_accepted - coalesce(others.accepted, 0) when own.is_closed then own.accepted
          else greatest(s.strokes, own.accepted + own.rejected) - own.rejected end)
          filter (where s.strokes is not null or cardinality(s.job_order_ids) = 1) as accepted,
        sum(case when s.strokes is null then s.effective_rejected - coalesce(others.rejected, 0) else own.rejected end)
          filter (where s.strokes is not null or cardinality(s.job_order_ids) = 1) as rejected,
        bool_or(cardinality(s.job_order_ids) > 1 and s.strokes is null) as is_shared
      from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and r.job_order_id = any(s.job_order_ids)
      -- Of orders that share strokes each has its own: what was confirmed of it or stroked, whichever is more, until nothing more of it comes.
      left join lateral (select coalesce(sum(c.accepted), 0) as accepted, coalesce(sum(c.rejected), 0) as rejected,
          coalesce(bool_or(c.is_closing), false) as is_closed
        from output_confirmation c where s.strokes is not null and c.company_id = s.company_id and c.work_center_id = s.work_center_id
          and c.job_order_id = r.job_order_id and c.type <> 'CANCELED'
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= s.start_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < coalesce(s.end_at, 9007199254740991)) own on s.strokes is not null
      -- What was confirmed of orders that did not run in it came on top.
      left join lateral (select sum(c.accepted) as accepted, sum(c.rejected) as rejected from output_confirmation c
        where c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.type <> 'CANCELED' and c.job_order_id <> r.job_order_id
          and c.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < coalesce(s.end_at, 9007199254740991)
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= s.start_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < coalesce(s.end_at, 9007199254740991)) others
        on s.strokes is null and cardinality(s.job_order_ids) = 1
      where r.company_id = ${tenant.companyId} and r.job_order_id = any(${ids}::int[])
      group by r.job_order_id),
    elsewhere as (
      select c.job_order_id as id, sum(c.accepted) as accepted, sum(c.rejected) as rejected
      from output_confirmation c
      where c.company_id = ${tenant.companyId} and c.job_order_id = any(${ids}::int[]) and c.type <> 'CANCELED'
        and not exists (select from output_segment s where s.company_id = c.company_id and s.work_center_id = c.work_center_id
          and s.start_at <= (c.start_at + coalesce(c.end_at, c.start_at)) / 2
          and coalesce(s.end_at, 9007199254740991) > (c.start_at + coalesce(c.end_at, c.start_at)) / 2
          and (s.job_order_ids = array[c.job_order_id] or (s.strokes is not null and c.job_order_id = any(s.job_order_ids))))
      group by c.job_order_id)
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
