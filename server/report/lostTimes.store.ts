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
  const { rows } = await sql<LostTime>`
    select s.work_center_id as "workCenterId", l.reason_id as "reasonId", l.is_scheduled_loss as "isScheduled",
      case when r.id is null then l.level = 1 else r.include_in_oee_calculation and (r.is_small_stop or r.category = 'PERFORMANCE') end as "isSmall",
      coalesce(not r.include_in_oee_calculation, false) as "isExcluded",
      sum(coalesce(l.end_at, greatest(l.start_at, least(s.end_at, s.as_of))) - l.start_at)::int8 as "durationMs"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    join loss l on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at
      and l.source = 'STATUS' and l.is_valid
    left join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    group by 1, 2, 3, 4, 5`.execute(tenant.tx)
  return rows
}
