import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { idealCycleOfOrder, type SpeedRow } from './orderSpeed.ts'
import type { ScheduledOrder, TargetOutputPeriod, TargetSetup } from '#engine/output/shiftTarget.ts'
import type { TargetOutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import { ASKED_SINCE, rowsByWorkCenter, sinceValues, workCenterKey } from './setupQuery.ts'
import type { AskedSetup, OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

/** Confirmations whose middle lies in the segment. */
const WITHIN = `c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.type <> 'CANCELED'
  and c.start_at > s.start_at - ${LONGEST_SHIFT_MS} and c.start_at < s.end_at
  and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 >= s.start_at and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 < s.end_at`

/**
 * Orders with a plan window of those of the requested work centers whose target follows from them, with what was made of each and when (domain.md J-8, E-72):
 * what stands of the segments of their own that are over, by their start, and what was confirmed of them elsewhere.
 */
export const SCHEDULED_ORDERS = `
select o.company_id, o.work_center_id, o.id, o.performance_by, o.plan_cycle_time_ms::double precision, o.target_speed_quantity::double precision,
  o.target_speed_time_ms::double precision, o.plan_start, o.plan_end,
  (o.plan_output - greatest(0, o.accepted_output - said.accepted))::double precision as remaining,
  coalesce(made.accepted, '[]') as accepted
from ${ASKED_SINCE}
join work_center w on w.company_id = asked.company_id and w.id = asked.id and w.target_output_calculation_type = 'BY_JOB_ORDERS_CYCLE_TIME'
join job_order o on o.company_id = asked.company_id and o.work_center_id = asked.id
cross join lateral (select coalesce(sum(c.accepted), 0) as accepted from output_confirmation c
  where c.company_id = o.company_id and c.job_order_id = o.id and c.type <> 'CANCELED') said
left join lateral (
  select json_agg(json_build_object('at', one.at, 'units', one.accepted::double precision) order by one.at, one.accepted) as accepted
  from (
    select s.start_at as at, case when s.strokes is null then s.effective_accepted - other.accepted when own.is_closed then own.accepted
      else greatest(s.strokes, own.accepted + own.rejected) - own.rejected end as accepted
    from job_order_run r
    join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
      and s.start_at < coalesce(r.end_at, 9007199254740991) and o.id = any(s.job_order_ids) and s.end_at is not null
      and (s.strokes is not null or cardinality(s.job_order_ids) = 1)
    cross join lateral (select coalesce(sum(c.accepted), 0) as accepted, coalesce(sum(c.rejected), 0) as rejected,
        coalesce(bool_or(c.is_closing), false) as is_closed
      from output_confirmation c where s.strokes is not null and ${WITHIN} and c.job_order_id = o.id) own
    cross join lateral (select coalesce(sum(c.accepted), 0) as accepted
      from output_confirmation c where s.strokes is null and ${WITHIN} and c.job_order_id <> o.id) other
    where r.company_id = o.company_id and r.job_order_id = o.id
    union all
    select (c.start_at + coalesce(c.end_at, c.start_at)) / 2, c.accepted from output_confirmation c
    where c.company_id = o.company_id and c.job_order_id = o.id and c.type <> 'CANCELED'
      and not exists (select from output_segment s where s.company_id = c.company_id and s.work_center_id = c.work_center_id
        and s.start_at <= (c.start_at + coalesce(c.end_at, c.start_at)) / 2 and s.start_at > c.start_at - ${LONGEST_SHIFT_MS}
        and coalesce(s.end_at, 9007199254740991) > (c.start_at + coalesce(c.end_at, c.start_at)) / 2
        and (s.job_order_ids = array[o.id] or (s.strokes is not null and o.id = any(s.job_order_ids))))
  ) one where one.accepted > 0) made on true
where o.status not in ('CANCELLED', 'DRAFT') and o.plan_output is not null and o.plan_start is not null and o.plan_end >= asked.since
order by o.plan_start, o.id`

export type ScheduledRow = OwnedRow &
  SpeedRow & {
    id: number
    plan_start: number
    plan_end: number
    remaining: number
    accepted: { at: number; units: number }[]
  }

/** The target columns of a work center's row. */
export type TargetRow = {
  target_output: number | null
  target_output_period: TargetOutputPeriod | null
  target_output_calculation_type: TargetOutputCalculationType
  is_job_order_required: boolean
}

/** Returns the target setup of the work centers, with what was made of orders whose plan window did not end before `since`. */
export async function loadTargetSetups(
  queries: Queries,
  asked: readonly AskedSetup[],
): Promise<(ref: WorkCenterRef, row: TargetRow) => TargetSetup> {
  const scheduled = await rowsByWorkCenter<ScheduledRow>(queries, SCHEDULED_ORDERS, sinceValues(asked))
  return (ref, row) => ({
    calculationType: row.target_output_calculation_type,
    units: row.target_output_period === null ? null : row.target_output,
    period: row.target_output_period ?? 'SHIFT',
    isOrderRequired: row.is_job_order_required,
    scheduled: (scheduled.get(workCenterKey(ref)) ?? []).map(toScheduled),
  })
}

/** Returns the order of a row. */
export function toScheduled(row: ScheduledRow): ScheduledOrder {
  return {
    jobOrderId: asId<JobOrderId>(row.id),
    planStart: row.plan_start,
    planEnd: row.plan_end,
    remaining: row.remaining,
    accepted: row.accepted,
    idealCycleMs: idealCycleOfOrder(row),
  }
}
