import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ActivityType } from '#engine/loss/lossReason.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'

/** What output lacks; ALL = either. */
type OutputIssue = 'ALL' | 'NO_PRODUCTION_ORDER' | 'UNCONFIRMED'

/** Device-registered output between two boundaries, with what people said of it; instants are ms UTC. */
export type ListedSegment = {
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly start: number
  /** null = the device counts on. */
  readonly end: number | null
  readonly shiftStart: number | null
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  /** What the device counted, where people corrected it. */
  readonly countedAccepted: number | null
  readonly countedRejected: number | null
  readonly jobOrderIds: readonly JobOrderId[]
  readonly unit: string | null
  readonly runMs: number
  readonly isConfirmed: boolean
  readonly isClosed: boolean
  readonly difference: number
  readonly confirmedTotal: number
}

/** Which output segments a list shows; null = whatever it is. */
export type SegmentFilter = {
  readonly ids: readonly number[] | null
  readonly orderLike: string | null
  readonly period: { readonly start: number; readonly end: number } | null
  /** Only those that can be confirmed now. */
  readonly isEnabled: boolean
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly issue: OutputIssue | null
  readonly jobOrderIds: readonly JobOrderId[] | null
}

type Page = { readonly items: readonly ListedSegment[]; readonly totalItems: number; readonly hasNext: boolean }

/** Returns a page of the output segments that the filter leaves, the last begun first, and how many there are: above MAX_COUNTED one more than that. */
export async function pageSegments(tenant: Tenant, filter: SegmentFilter, { page, size }: PageRange): Promise<Page> {
  await tenant.settle?.(filter.workCenterIds, filter.period?.end ?? Infinity)
  const where = conditionOf(tenant, filter)
  const by = sql`s.start_at desc, s.id desc`
  const found = await sql<ListedSegment>`select s.id, s.work_center_id as "workCenterId", s.start_at as start, s.end_at as "end",
      s.shift_start_at as "shiftStart", s.total, s.accepted, s.rejected, s.counted_accepted as "countedAccepted", s.counted_rejected as "countedRejected",
      s.job_order_ids as "jobOrderIds", s.unit, s.run_ms as "runMs", s.is_confirmed as "isConfirmed", s.difference, said.*
    from (select s.* from output_segment s where ${where} order by ${by} limit ${size + 1} offset ${(page - 1) * size}) s
    cross join lateral (select coalesce(sum(c.accepted + c.rejected), 0) as "confirmedTotal", coalesce(bool_or(c.is_closing), false) as "isClosed"
      from output_confirmation c where c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.type <> 'CANCELED'
        and c.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < coalesce(s.end_at, 9007199254740991)
        and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= s.start_at
        and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < coalesce(s.end_at, 9007199254740991)) said
    order by ${by}`.execute(tenant.tx)
  const items = found.rows.slice(0, size)
  const hasNext = found.rows.length > size
  if (!hasNext && (items.length > 0 || page === 1))
    return { items, totalItems: Math.min((page - 1) * size + items.length, MAX_COUNTED + 1), hasNext }
  const counted = await sql<{ readonly total: number }>`select count(*)::int as total from (select 1 from output_segment s
    where ${where} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return { items, totalItems: counted.rows[0]?.total ?? 0, hasNext }
}

/** Time of stops of one kind of activity within an output segment. */
export type SegmentActivity = {
  readonly segmentId: number
  readonly activity: ActivityType
  readonly count: number
  readonly durationMs: number
}

/** Returns by kind of activity the stops of the output segments, clipped to each; `now` ends an open one. */
export async function listSegmentActivities(tenant: Tenant, ids: readonly number[], now: number): Promise<readonly SegmentActivity[]> {
  const { rows } = await sql<SegmentActivity>`select s.id as "segmentId", kind.activity, count(*)::int as count,
      sum(least(coalesce(l.end_at, ${now}::int8), coalesce(s.end_at, ${now}::int8)) - greatest(l.start_at, s.start_at))::int8 as "durationMs"
    from output_segment s
    cross join lateral (select l.company_id, l.reason_id, l.start_at, l.end_at from loss l
      where l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.source = 'STATUS' and l.is_valid
        and l.start_at < coalesce(s.end_at, ${now}::int8) and l.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8
        and coalesce(l.end_at, ${now}::int8) > s.start_at offset 0) l
    join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    cross join lateral unnest(r.activity_types) as kind (activity)
    where s.company_id = ${tenant.companyId} and s.id = any(${ids}::int8[])
    group by s.id, kind.activity order by s.id, kind.activity`.execute(tenant.tx)
  return rows
}

function conditionOf(tenant: Tenant, filter: SegmentFilter): RawBuilder<boolean> {
  const { ids, orderLike, period, isEnabled, workCenterIds, issue, jobOrderIds } = filter
  const withoutOrder = sql<boolean>`s.job_order_ids = '{}' and s.total > 0`
  const unconfirmed = sql<boolean>`s.end_at is not null and not s.is_confirmed and greatest(s.total, s.effective_total) > 0`
  const issues = { NO_PRODUCTION_ORDER: withoutOrder, UNCONFIRMED: unconfirmed, ALL: sql<boolean>`((${withoutOrder}) or (${unconfirmed}))` }
  const conditions = [
    sql<boolean>`s.company_id = ${tenant.companyId}`,
    ids !== null && sql<boolean>`s.id = any(${ids}::int8[])`,
    workCenterIds !== null && sql<boolean>`s.work_center_id = any(${workCenterIds}::int[])`,
    jobOrderIds !== null && sql<boolean>`s.job_order_ids && ${jobOrderIds}::int[]`,
    orderLike !== null &&
      sql<boolean>`s.job_order_ids && array(select j.id from job_order j where j.company_id = ${tenant.companyId}
        and strpos(j.code_text, ${folded(sql`${orderLike}::text`)}) > 0)`,
    // No segment is longer than its shift, or than a day out of schedule.
    period !== null &&
      sql<boolean>`s.start_at < ${period.end}::int8 and s.start_at > ${period.start - LONGEST_SHIFT_MS}::int8
        and coalesce(s.end_at, 9007199254740991) > ${period.start}::int8`,
    issue !== null && issues[issue],
    // Nothing in a confirmed shift can be put right.
    (issue !== null || isEnabled) &&
      sql<boolean>`not exists (select from shift h where h.company_id = s.company_id and h.work_center_id = s.work_center_id
        and h.start_at = s.shift_start_at and h.status = 'CONFIRMED')`,
    isEnabled &&
      sql<boolean>`not s.is_confirmed and s.total > 0 and (s.end_at is not null or exists (select from work_center w
        where w.company_id = s.company_id and w.id = s.work_center_id and w.allow_multiple_output_confirmation))`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}

/** Returns the output segments of the ids that the company has. */
export async function listedSegments(tenant: Tenant, ids: readonly number[]): Promise<readonly ListedSegment[]> {
  const all = { orderLike: null, period: null, isEnabled: false, workCenterIds: null, issue: null, jobOrderIds: null }
  return (await pageSegments({ companyId: tenant.companyId, tx: tenant.tx }, { ...all, ids }, { page: 1, size: Math.max(1, ids.length) }))
    .items
}
