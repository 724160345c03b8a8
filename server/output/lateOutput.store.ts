import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/**
 * A segment that is over and waits again after it was confirmed: what its device counted, what it had counted when it was confirmed, and whether that was
 * said of other bounds, so that nobody knows whether anything came late.
 */
export type CountedLater<Key> = { readonly key: Key; readonly total: number; readonly before: number; readonly isMoved: boolean }

/** Returns the segments of the ids that wait again after they were confirmed. */
export async function listLaterOfSegments(tenant: Tenant, ids: readonly number[]): Promise<readonly CountedLater<number>[]> {
  return await later<number>(tenant, sql`s.id`, sql`output_segment s`, sql`s.id = any(${ids}::int8[])`)
}

/** Returns the segments of the orders that wait again after they were confirmed; those that orders share belong to none of them. */
export async function listLaterOfOrders(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly CountedLater<JobOrderId>[]> {
  const from = sql`job_order_run r join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id
    and s.start_at >= r.start_at and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end
    and s.job_order_ids = array[r.job_order_id]`
  return await later(tenant, sql`r.job_order_id`, from, sql`r.company_id = ${tenant.companyId} and r.job_order_id = any(${ids}::int[])`)
}

/** Returns the segments of the shifts, named by work center and start, that wait again after they were confirmed. */
export async function listLaterOfShifts(
  tenant: Tenant,
  shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[],
): Promise<readonly CountedLater<number>[]> {
  const starts = shifts.map(({ start }) => start)
  // No index has the start of a shift; a segment begins within it.
  const asked = sql`unnest(${shifts.map(({ workCenterId }) => workCenterId)}::int[], ${starts}::int8[],
    ${starts.map((start) => start + LONGEST_SHIFT_MS)}::int8[]) with ordinality as shift (place, start, until, number)
    join output_segment s on s.work_center_id = shift.place and s.start_at >= shift.start and s.start_at < shift.until and s.shift_start_at = shift.start`
  return await later(tenant, sql`shift.number - 1`, asked, sql`true`)
}

/**
 * A row tells of a segment that has the very bounds it had then; else those whose middle the segment holds do (domain.md O-8), each bounds once, unless one
 * was of a segment that counted on. What people corrected of a count came from nowhere late.
 */
async function later<Key>(
  tenant: Tenant,
  key: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<readonly CountedLater<Key>[]> {
  const { rows } = await sql<
    CountedLater<Key>
  >`select ${key} as key, s.total, coalesce(said.before, moved.before) as before, said.before is null as "isMoved"
    from ${from}
    left join lateral (select c.segment_total as before from output_confirmation c
      where c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.start_at = s.start_at and c.end_at = s.end_at
        and c.type <> 'CANCELED' and c.segment_total is not null
      order by c.id desc limit 1) said on true
    left join lateral (select sum(one.before) as before from (
        select distinct on (c.start_at, c.end_at) c.end_at, c.segment_total as before from output_confirmation c
        where c.company_id = s.company_id and c.work_center_id = s.work_center_id
          and c.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < s.end_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 between s.start_at and s.end_at - 1
          and c.type <> 'CANCELED' and c.segment_total is not null
        order by c.start_at, c.end_at, c.id desc) one
      having bool_and(one.end_at is not null)) moved on said.before is null
    where s.company_id = ${tenant.companyId} and ${where} and not s.is_confirmed and s.end_at is not null and s.counted_accepted is null
      and s.strokes is null and s.total > coalesce(said.before, moved.before)`.execute(tenant.tx)
  return rows
}
