import { sql } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { LossTrackingRow, LossTrackingRule } from '#engine/loss/lossSetup.ts'
import type { ConfirmedShift, ReachedOrder, SaidReason, TaskFacts, TaskLoss, TaskSegment } from '#engine/task/operationalTask.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns what decides the tasks of shifts that began at the instant or later, and who gave the reasons. */
export async function readTaskFacts(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  since: number,
): Promise<{ readonly facts: TaskFacts; readonly said: readonly SaidReason[] }> {
  const losses = await listLosses(tenant, workCenterId, since)
  return {
    facts: {
      losses,
      trackingRules: await listTrackingRules(tenant, workCenterId),
      segments: await listSegments(tenant, workCenterId, since),
      reachedOrders: await listReachedOrders(tenant, workCenterId, since),
      confirmedShifts: await listConfirmedShifts(tenant, workCenterId, since),
    },
    said: await listSaid(tenant, losses),
  }
}

async function listLosses(tenant: Tenant, workCenterId: WorkCenterId, since: number): Promise<readonly TaskLoss[]> {
  const { rows } = await sql<TaskLoss>`select l.start_at as start, l.end_at as "end", l.chain_start_at as "chainStart", l.kind, l.source,
      l.status_rule_id as "statusRuleId", l.is_scheduled_loss as "isScheduledLoss", l.shift_start_at as "shiftStart", l.reason_id as "reasonId",
      l.reason_source as "reasonSource", l.annotation_id as "annotationId", l.is_valid as "isValid"
    from loss l where l.company_id = ${tenant.companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS'
      and l.start_at >= ${since}::int8 and l.shift_start_at >= ${since}::int8 order by l.start_at`.execute(tenant.tx)
  return rows
}

async function listSaid(tenant: Tenant, losses: readonly TaskLoss[]): Promise<readonly SaidReason[]> {
  const ids = [...new Set(losses.flatMap(({ annotationId }) => annotationId ?? []))]
  if (ids.length === 0) return []
  const { rows } = await sql<SaidReason>`select a.id, coalesce(a.said_at, (extract(epoch from a.created_on) * 1000)::bigint) as at,
      coalesce(a.reason_by, a.created_by) as by
    from loss_annotation a where a.company_id = ${tenant.companyId} and a.id = any(${ids}::int8[])`.execute(tenant.tx)
  return rows
}

/** Rows of reasons that nobody may give any more leave a stop without one. */
async function listTrackingRules(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly LossTrackingRule[]> {
  const { rows } = await sql<Omit<LossTrackingRule, 'rows'> & Partial<LossTrackingRow> & { readonly id: number }>`
    select r.id, r.status_rule_id as "statusRuleId", r.valid_from as "validFrom", r.valid_to as "validTo", t.from_ms as "fromMs", t.to_ms as "toMs",
      t.loss_reason_id as "reasonId"
    from loss_tracking_rule r
    left join (select t.* from loss_tracking_row t join loss_reason reason on reason.company_id = t.company_id and reason.id = t.loss_reason_id
        and (not reason.is_hidden or reason.replaced_by_id is not null) and reason.deleted_on is null) t
      on t.company_id = r.company_id and t.loss_tracking_rule_id = r.id
    where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId}
    order by r.valid_from, r.id, t.from_ms`.execute(tenant.tx)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { statusRuleId, validFrom, validTo } = first
    const reasons = own.flatMap(({ fromMs, toMs, reasonId }) =>
      fromMs == null || reasonId == null ? [] : [{ fromMs, toMs: toMs ?? null, reasonId }],
    )
    return [{ statusRuleId, validFrom, validTo, rows: reasons }]
  })
}

/** A segment follows a reset where neither a shift, other orders, another unit nor a person's cut began it. */
async function listSegments(tenant: Tenant, workCenterId: WorkCenterId, since: number): Promise<readonly TaskSegment[]> {
  const { rows } = await sql<TaskSegment>`
    select s.start_at as start, s.end_at as "end", s.shift_start_at as "shiftStart", s.job_order_ids as "jobOrderIds", s.effective_total as units,
      case when s.before_end = s.start_at and s.before_shift is not distinct from s.shift_start_at and s.before_orders = s.job_order_ids
          and s.before_unit is not distinct from s.unit and not exists (select from output_cut c
            where c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.at = s.start_at)
        then 'COUNTER_RESET' else 'OTHER' end as opening,
      (select r.started_by from job_order_run r where r.company_id = s.company_id and r.work_center_id = s.work_center_id
        and r.job_order_id = any(s.job_order_ids) and r.start_at <= s.start_at order by r.start_at desc limit 1) as "orderedBy"
    from (select o.*, lag(o.end_at) over w as before_end, lag(o.shift_start_at) over w as before_shift,
        lag(o.job_order_ids) over w as before_orders, lag(o.unit) over w as before_unit
      from output_segment o where o.company_id = ${tenant.companyId} and o.work_center_id = ${workCenterId}
        and o.start_at >= ${since}::int8 and coalesce(o.shift_start_at, o.start_at) >= ${since}::int8
      window w as (order by o.start_at)) s
    order by s.start_at`.execute(tenant.tx)
  return rows
}

/** Until when an order went on is known by its run before the look that notes it. */
async function listReachedOrders(tenant: Tenant, workCenterId: WorkCenterId, since: number): Promise<readonly ReachedOrder[]> {
  const { rows } = await sql<ReachedOrder>`
    select r.reached_at as start, least(r.ended_at, run.end_at) as "end", s.start_at as "shiftStart",
      case when run.end_at is not null and run.end_at <= coalesce(r.ended_at, run.end_at) then run.ended_by end as "endedBy"
    from order_reach r
    left join lateral (select end_at, ended_by from job_order_run where company_id = r.company_id and job_order_id = r.job_order_id
      and work_center_id = r.work_center_id and start_at <= r.reached_at and coalesce(end_at, r.reached_at + 1) > r.reached_at
      order by start_at desc limit 1) run on true
    left join shift s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at <= r.reached_at and s.end_at > r.reached_at
    where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId} and r.reached_at >= ${since}::int8
      and coalesce(s.start_at, r.reached_at) >= ${since}::int8 order by r.reached_at`.execute(tenant.tx)
  return rows
}

/** Returns the orders whose plan was reached at the work centers at the instants. */
export async function findReachedOrders(
  tenant: Tenant,
  places: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[],
): Promise<readonly (JobOrderId | null)[]> {
  const { rows } = await sql<{ workCenterId: WorkCenterId; start: number; id: JobOrderId }>`
    select r.work_center_id as "workCenterId", r.reached_at as start, min(r.job_order_id) as id from order_reach r
    where r.company_id = ${tenant.companyId} and (r.work_center_id, r.reached_at) in
      (select * from unnest(${places.map(({ workCenterId }) => workCenterId)}::int[], ${places.map(({ start }) => start)}::int8[]))
    group by r.work_center_id, r.reached_at`.execute(tenant.tx)
  return places.map(({ workCenterId, start }) => rows.find((row) => row.workCenterId === workCenterId && row.start === start)?.id ?? null)
}

async function listConfirmedShifts(tenant: Tenant, workCenterId: WorkCenterId, since: number): Promise<readonly ConfirmedShift[]> {
  const { rows } = await sql<ConfirmedShift>`select start_at as "shiftStart", (extract(epoch from confirmed_on) * 1000)::bigint as at,
      confirmed_by as by, comment
    from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at >= ${since}::int8
      and status = 'CONFIRMED' and confirmed_on is not null`.execute(tenant.tx)
  return rows
}
