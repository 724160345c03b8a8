import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { StoryStop } from '#engine/shift/shiftStory.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftKey } from '#server/shift/shiftCounts.store.ts'

/** Time of valid stops of a work center that are alike; `durationMs` up to what their shifts were worked out to. */
export type LostTime = Pick<StoryStop, 'isExcluded' | 'isScheduled' | 'isSmall' | 'reasonId'> & {
  readonly workCenterId: WorkCenterId
  readonly durationMs: number
}

/** Returns the stopped time of the shifts by work center and reason, added in the database: a month of stops is more than a report should hold. */
export async function sumLostTimes(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly LostTime[]> {
  if (shifts.length === 0) return []
  // Added shift by shift: joined as a whole, all stops of the company may be read where little is known of their numbers.
  const { rows } = await sql<LostTime>`
    select s.work_center_id as "workCenterId", lost.reason_id as "reasonId", lost.is_scheduled_loss as "isScheduled",
      case when r.id is null then lost.level = 1 else r.include_in_oee_calculation and (r.is_small_stop or r.category = 'PERFORMANCE') end as "isSmall",
      coalesce(not r.include_in_oee_calculation, false) as "isExcluded", sum(lost.ms)::int8 as "durationMs"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    cross join lateral (
      select l.reason_id, l.is_scheduled_loss, l.level,
        sum(coalesce(l.end_at, greatest(l.start_at, least(s.end_at, s.as_of))) - l.start_at) as ms
      from loss l where l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.start_at >= s.start_at and l.start_at < s.end_at
        and l.shift_start_at = s.start_at and l.source = 'STATUS' and l.is_valid
      group by 1, 2, 3) lost
    left join loss_reason r on r.company_id = s.company_id and r.id = lost.reason_id
    group by 1, 2, 3, 4, 5`.execute(tenant.tx)
  return rows
}
