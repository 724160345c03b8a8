import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { StoryStop } from '#engine/shift/shiftStory.ts'
import type { Tenant } from '#server/db/database.ts'
import { toShift } from '#server/shift/shift.store.ts'
import type { ShiftRow, StoredShift } from '#server/shift/shift.store.ts'
import type { ShiftKey } from '#server/shift/shiftCounts.store.ts'

type Stop = StoryStop & ShiftKey

/** Returns the valid stops of the shifts, ascending, each with what its reason says of it; an open one lasts until what its shift was worked out to. */
export async function listStoryStops(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (Stop & { readonly shiftStart: number })[]> {
  // Of each shift by its index, whatever the planner knows of the tables: `offset 0` keeps it from reading all of the company, or all of a source.
  const { rows } = await sql<Stop & { readonly shiftStart: number }>`
    select wanted.id as "workCenterId", wanted.start_at as "shiftStart", l.start_at as start,
      coalesce(l.end_at, greatest(l.start_at, (select least(s.end_at, s.as_of) from shift s
        where s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at))) as end,
      l.chain_start_at as "chainStart", l.reason_id as "reasonId", l.is_scheduled_loss as "isScheduled",
      case when r.id is null then l.level = 1 else r.include_in_oee_calculation and (r.is_small_stop or r.category = 'PERFORMANCE') end as "isSmall",
      coalesce(not r.include_in_oee_calculation, false) as "isExcluded"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    cross join lateral (
      select * from loss where company_id = ${tenant.companyId} and work_center_id = wanted.id and shift_start_at = wanted.start_at offset 0
    ) l
    left join loss_reason r on r.company_id = ${tenant.companyId} and r.id = l.reason_id
    where l.source = 'STATUS' and l.is_valid
    order by l.start_at`.execute(tenant.tx)
  return rows
}

/** Which of the shifts before are worth learning from. */
export type WantedShifts = {
  readonly limit: number
  /** Only those that are over and were recorded at least to this share. */
  readonly leastCoverage: number | null
  /** Only those that knew how fast they could have been. */
  readonly isPriced: boolean
}

/**
 * Returns the recorded shifts before the shift that have planned time and are wanted, the newest first: those of the same number, or without a number
 * of any. What is not wanted takes no place of the limit.
 */
export async function listShiftsBefore(
  tenant: Tenant,
  shift: { readonly workCenterId: WorkCenterId; readonly shiftId: number | null; readonly start: number },
  { limit, leastCoverage, isPriced }: WantedShifts,
): Promise<readonly StoredShift[]> {
  const { rows } = await sql<ShiftRow>`select * from shift where company_id = ${tenant.companyId} and work_center_id = ${shift.workCenterId}
    and start_at < ${shift.start}::int8 and (${shift.shiftId}::int is null or shift_id = ${shift.shiftId}::int) and elapsed_ms > excluded_ms + no_data_ms
    and (not ${isPriced} or net_operating_ms is not null)
    and (${leastCoverage}::float8 is null or (as_of >= end_at and elapsed_ms - no_data_ms >= ${leastCoverage}::float8 * elapsed_ms))
    order by start_at desc limit ${limit}`.execute(tenant.tx)
  return rows.map(toShift)
}
