import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { idealCycleOfOrder, type SpeedRow } from './orderSpeed.ts'
import type { ScheduledOrder, TargetOutputPeriod, TargetSetup } from '#engine/output/shiftTarget.ts'
import type { TargetOutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'
import { ASKED_SINCE, rowsByWorkCenter, sinceValues, workCenterKey } from './setupQuery.ts'
import type { AskedSetup, OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

/** Orders with a plan window of those of the requested work centers whose target follows from them, and the amounts and times of their confirmations. */
export const SCHEDULED_ORDERS = `
select o.company_id, o.work_center_id, o.id, o.performance_by, o.plan_cycle_time_ms::double precision, o.target_speed_quantity::double precision,
  o.target_speed_time_ms::double precision, o.plan_start, o.plan_end,
  (o.plan_output - greatest(0, o.accepted_output - coalesce(made.total, 0)))::double precision as remaining,
  coalesce(made.accepted, '[]') as accepted
from ${ASKED_SINCE}
join work_center w on w.company_id = asked.company_id and w.id = asked.id and w.target_output_calculation_type = 'BY_JOB_ORDERS_CYCLE_TIME'
join job_order o on o.company_id = asked.company_id and o.work_center_id = asked.id
left join lateral (
  select sum(c.accepted) as total, json_agg(json_build_object('at', (c.start_at + coalesce(c.end_at, c.start_at)) / 2, 'units', c.accepted) order by c.id) as accepted
  from output_confirmation c
  where c.company_id = o.company_id and c.job_order_id = o.id and c.type <> 'CANCELED') made on true
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

/** Returns the target setup of the work centers, with the confirmations of orders whose plan window did not end before `since`. */
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
