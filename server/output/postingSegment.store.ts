import { sql } from 'kysely'
import type { JobOrderId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { PostingSegment } from '#engine/output/postingSegments.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Which segments an act may confirm: those of an order, or those without one. */
export type SegmentQuery = {
  readonly workCenterId: WorkCenterId
  /** null = of no order. */
  readonly jobOrderId: JobOrderId | null
  /** null = all that may wait. */
  readonly ids: readonly number[] | null
  /** Without ids, none that starts before (ms UTC). */
  readonly since: number
}

type Row = {
  readonly id: number
  readonly start: number
  readonly end: number | null
  readonly shiftStart: number | null
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  readonly strokes: number | null
  readonly runMs: number
  readonly orderCount: number
  readonly isShiftConfirmed: boolean
  readonly confirmedAccepted: number
  readonly confirmedRejected: number
  readonly ownAccepted: number
  readonly ownRejected: number
  readonly isClosed: boolean
  readonly postedAt: number | null
  readonly postedBy: UserId | null
}

/** Later than any instant. */
const NEVER = Number.MAX_SAFE_INTEGER

/**
 * Returns the output segments that an act may confirm, with what is confirmed of each, ascending. Without ids those of the order that begin at `since`
 * or later and are not confirmed in full.
 */
export async function listPostingSegments(tenant: Tenant, query: SegmentQuery): Promise<readonly PostingSegment[]> {
  const { workCenterId, jobOrderId, ids, since } = query
  const ofOrder = jobOrderId === null ? sql`s.job_order_ids = '{}'` : sql`${jobOrderId}::int = any(s.job_order_ids)`
  // Nothing of an order was made before its first run.
  const firstRun = sql`(select min(r.start_at) from job_order_run r where r.company_id = ${tenant.companyId} and r.job_order_id = ${jobOrderId}::int
    and r.work_center_id = ${workCenterId})`
  const wanted =
    ids === null
      ? sql`s.start_at >= greatest(${since}::int8, coalesce(${firstRun}, 0)) and (not s.is_confirmed or s.end_at is null)`
      : sql`s.id = any(${ids}::int8[])`
  const isOwn = sql`c.job_order_id is not distinct from ${jobOrderId}::int`
  // Confirmations are bounded by values, not by columns of the segments: only those bound an index under row level security.
  const { rows } = await sql<Row>`with segment as materialized (
      select s.id, s.start_at, s.end_at, s.shift_start_at, s.total, s.accepted, s.rejected, s.strokes, s.run_ms, s.job_order_ids
      from output_segment s
      where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId} and ${ofOrder} and ${wanted}),
    said as materialized (
      select c.id, c.job_order_id, c.accepted, c.rejected, c.is_closing, c.has_segment, p.at, p.created_by,
        (c.start_at + coalesce(c.end_at, c.start_at)) / 2 as middle
      from output_confirmation c join output_posting p on p.company_id = c.company_id and p.id = c.posting_id
      where c.company_id = ${tenant.companyId} and c.work_center_id = ${workCenterId} and c.type <> 'CANCELED'
        and c.start_at > (select min(start_at) from segment) - ${LONGEST_SHIFT_MS}::int8
        and c.start_at < (select max(coalesce(end_at, ${NEVER}::int8)) from segment)
        -- Of the others not even the posting is looked up.
        and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= (select min(start_at) from segment))
    select s.id, s.start_at as start, s.end_at as "end", s.shift_start_at as "shiftStart", s.total, s.accepted, s.rejected,
      s.strokes, s.run_ms as "runMs", cardinality(s.job_order_ids) as "orderCount",
      coalesce(h.status = 'CONFIRMED', false) as "isShiftConfirmed", sums.*
    from segment s
    left join shift h on h.company_id = ${tenant.companyId} and h.work_center_id = ${workCenterId} and h.start_at = s.shift_start_at
    cross join lateral (select coalesce(sum(c.accepted), 0) as "confirmedAccepted", coalesce(sum(c.rejected), 0) as "confirmedRejected",
        coalesce(sum(c.accepted) filter (where ${isOwn}), 0) as "ownAccepted", coalesce(sum(c.rejected) filter (where ${isOwn}), 0) as "ownRejected",
        -- One order of several is closed for itself: nobody said of the others that no more was made of them (domain.md O-8).
        coalesce(bool_or(c.is_closing and (cardinality(s.job_order_ids) < 2 or ${isOwn} or (s.strokes is null and c.job_order_id is null))), false)
          as "isClosed",
        max(c.at) filter (where c.has_segment and ${isOwn}) as "postedAt",
        (array_agg(c.created_by order by c.id desc) filter (where c.has_segment and ${isOwn}))[1] as "postedBy"
      from said c where (c.job_order_id is null or s.job_order_ids = '{}' or c.job_order_id = any(s.job_order_ids))
        and c.middle >= s.start_at and c.middle < coalesce(s.end_at, ${NEVER}::int8)) sums
    order by s.start_at`.execute(tenant.tx)
  return rows.map(toSegment)
}

function toSegment(row: Row): PostingSegment {
  return {
    id: row.id,
    start: row.start,
    end: row.end,
    shiftStart: row.shiftStart,
    registered: { total: row.total, accepted: row.accepted, rejected: row.rejected },
    confirmed: { accepted: row.confirmedAccepted, rejected: row.confirmedRejected },
    confirmedOfOrder: { accepted: row.ownAccepted, rejected: row.ownRejected },
    strokes: row.strokes,
    runMs: row.runMs,
    orderCount: row.orderCount,
    isShiftConfirmed: row.isShiftConfirmed,
    isClosed: row.isClosed,
    posted: row.postedAt === null ? null : { at: row.postedAt, by: row.postedBy },
  }
}

/**
 * Returns where the first shift starts whose output is confirmed without past periods (domain.md O-5): the one in progress or the last, and the one
 * before it while that is not confirmed; null without shifts.
 */
export async function findEarliestPeriod(tenant: Tenant, workCenterId: WorkCenterId, now: number): Promise<number | null> {
  const { rows } = await sql<{
    readonly start: number
    readonly end: number
    readonly isConfirmed: boolean
  }>`select start_at as start, end_at as "end",
      status = 'CONFIRMED' as "isConfirmed"
    from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at <= ${now}::int8
    order by start_at desc limit 2`.execute(tenant.tx)
  const [last, before] = rows
  if (last === undefined) return null
  if (last.end <= now) return last.isConfirmed ? last.end : last.start
  return before === undefined || before.isConfirmed ? last.start : before.start
}

/** Returns the instant of the cut of the work center within the stretch around the instant, null for none. */
export async function findCut(tenant: Tenant, workCenterId: WorkCenterId, at: number, withinMs: number): Promise<number | null> {
  const { rows } = await sql<{ readonly at: number }>`select at from output_cut where company_id = ${tenant.companyId}
    and work_center_id = ${workCenterId} and at between ${at - withinMs}::int8 and ${at + withinMs}::int8 order by abs(at - ${at}::int8) limit 1`.execute(
    tenant.tx,
  )
  return rows[0]?.at ?? null
}

/** Ends the output segment of the work center at the instant. */
export async function insertCut(tenant: Tenant, workCenterId: WorkCenterId, at: number, by: UserId | null): Promise<void> {
  await sql`insert into output_cut (company_id, work_center_id, at, created_by) values (${tenant.companyId}, ${workCenterId}, ${at}::int8, ${by})
    on conflict do nothing`.execute(tenant.tx)
}

/** Returns the ids of the segments that hold the middles of the ranges, ascending. */
export async function listSegmentsAt(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  ranges: readonly { readonly start: number; readonly end: number | null }[],
): Promise<readonly number[]> {
  if (ranges.length === 0) return []
  const middles = ranges.map(({ start, end }) => Math.floor((start + (end ?? start)) / 2))
  const { rows } = await sql<{ readonly id: number }>`select distinct s.id, s.start_at from unnest(${middles}::int8[]) as asked (at)
    cross join lateral (select o.id, o.start_at, o.end_at from output_segment o where o.company_id = ${tenant.companyId}
      and o.work_center_id = ${workCenterId} and o.start_at <= asked.at order by o.start_at desc limit 1) s
    where coalesce(s.end_at, 9007199254740991) > asked.at order by s.start_at`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

const USED = '90 days'

/** Returns how often each reason was given to rejects of the work center lately. */
export async function listReasonUse(tenant: Tenant, workCenterId: WorkCenterId): Promise<ReadonlyMap<LossReasonId, number>> {
  const { rows } = await sql<{
    readonly id: LossReasonId
    readonly count: number
  }>`select reason_id as id, count(*)::int as count from loss_annotation
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and source = 'OUTPUT' and reason_id is not null
      and start_at > (extract(epoch from now() - ${USED}::interval) * 1000)::int8 group by reason_id`.execute(tenant.tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
