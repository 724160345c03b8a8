import { sql } from 'kysely'
import type { JobOrderId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** A segment that an order shares with others by turns: what was counted in it and what was confirmed of it. */
export type SharedSegment = {
  readonly jobOrderId: JobOrderId
  readonly orderIds: readonly JobOrderId[]
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  readonly confirmedAccepted: number
  readonly confirmedRejected: number
}

/** Returns the segments of which something may wait, of each order that shares them; none of an order that shares none. */
export async function listSharedSegments(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly SharedSegment[]> {
  const { rows } = await sql<SharedSegment>`
    -- Row level security keeps computed expressions out of index conditions, so the bounds are materialized as columns first.
    with shared as materialized (
      select r.job_order_id as order_id, s.work_center_id, s.start_at, coalesce(s.end_at, 9007199254740991) as until,
        s.start_at - ${LONGEST_SHIFT_MS}::int8 as since, s.job_order_ids, s.total, s.accepted, s.rejected
      from job_order_run r
      join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
        and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and r.job_order_id = any(s.job_order_ids)
      where r.company_id = ${tenant.companyId} and r.job_order_id = any(${ids}::int[])
        and cardinality(s.job_order_ids) > 1 and s.strokes is null and (not s.is_confirmed or s.end_at is null))
    select s.order_id as "jobOrderId", s.job_order_ids as "orderIds", s.total, s.accepted, s.rejected,
      said.accepted as "confirmedAccepted", said.rejected as "confirmedRejected"
    from shared s
    cross join lateral (select coalesce(sum(c.accepted), 0) as accepted, coalesce(sum(c.rejected), 0) as rejected from output_confirmation c
      where c.company_id = ${tenant.companyId} and c.work_center_id = s.work_center_id and c.type <> 'CANCELED'
        and (c.job_order_id is null or c.job_order_id = any(s.job_order_ids)) and c.start_at > s.since and c.start_at < s.until
        and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= s.start_at
        and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < s.until) said`.execute(tenant.tx)
  return rows
}
