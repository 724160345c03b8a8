import { sql } from 'kysely'
import type { StatusStretch, StopWithReason } from '#engine/checklist/checklist.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'

/** What was made when: the product of each run of an order, by start. */
export type ProductRun = { readonly start: number; readonly end: number | null; readonly itemId: ItemId | null }

/** Returns the statuses that overlap the window. */
export async function listStretches(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
): Promise<readonly StatusStretch[]> {
  const { rows } = await sql<StatusStretch>`
    select i.start_at as start, i.end_at as "end", i.status_rule_id as "statusRuleId", i.kind <> 'NO_DATA' as "hasData",
      i.kind = 'RULE' and coalesce((select v.is_effective from status_rule_version v where v.company_id = i.company_id
        and v.status_rule_id = i.status_rule_id and v.valid_from <= i.start_at order by v.valid_from desc limit 1), false) as "isRunning"
    from status_interval i where i.company_id = ${tenant.companyId} and i.work_center_id = ${workCenterId}
      and i.start_at < ${end} and (i.end_at is null or i.end_at > ${start}) order by i.start_at`.execute(tenant.tx)
  return rows
}

/** Returns the statuses of the work center, also those that it no longer has, of the same names as the given ones, by their ids. */
export async function listSameStatuses(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  statusRuleIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (statusRuleIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; own: readonly number[] }>`
    select named.id, array_agg(o.id order by o.id) as own from status_rule named
    join status_rule o on o.company_id = named.company_id and o.work_center_id = ${workCenterId} and o.name = named.name
    where named.company_id = ${tenant.companyId} and named.id = any(${[...statusRuleIds]}::int[]) group by named.id`.execute(tenant.tx)
  return new Map(rows.map(({ id, own }) => [id, own]))
}

/** Returns the stops that begin in the window, whole over borders of shifts. A reason by a rule is known once the stop lasts as long as the row of the rule says; one of a person, when they said it. */
export async function listStops(tenant: Tenant, workCenterId: WorkCenterId, { start, end }: Interval): Promise<readonly StopWithReason[]> {
  const { rows } = await sql<StopWithReason & { chainStart: number }>`
    select l.start_at as start, l.end_at as "end", l.reason_id as "reasonId", l.chain_start_at as "chainStart",
      case l.reason_source
        when 'MANUAL' then (select coalesce(a.said_at, (extract(epoch from a.created_on) * 1000)::bigint) from loss_annotation a
          where a.company_id = l.company_id and a.id = l.annotation_id)
        when 'RULE' then l.chain_start_at + coalesce((select min(r.from_ms) from loss_tracking_rule t
          join loss_tracking_row r on r.company_id = t.company_id and r.loss_tracking_rule_id = t.id and r.loss_reason_id = l.reason_id
          where t.company_id = l.company_id and t.work_center_id = l.work_center_id and t.status_rule_id is not distinct from l.status_rule_id
            and t.valid_from <= l.chain_start_at and (t.valid_to is null or t.valid_to > l.chain_start_at)), 0)
        when 'STATUS' then l.chain_start_at
      end as "knownAt"
    from loss l where l.company_id = ${tenant.companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS' and l.is_valid
      and l.start_at >= ${start} and l.start_at < ${end} order by l.start_at`.execute(tenant.tx)
  const stops: (StopWithReason & { readonly chainStart: number })[] = []
  for (const row of rows) {
    const before = stops.at(-1)
    // The pieces of a stop in two shifts are one stop, if they have one reason.
    const isSame =
      before !== undefined && before.chainStart === row.chainStart && before.reasonId === row.reasonId && before.end === row.start
    if (isSame) stops[stops.length - 1] = { ...before, end: row.end }
    else stops.push(row)
  }
  return stops
}

/** Returns the runs of orders in the window, and that before it. */
export async function listProductRuns(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
): Promise<readonly ProductRun[]> {
  const { rows } = await sql<ProductRun>`
    select r.start_at as start, r.end_at as "end", j.item_id as "itemId" from job_order_run r
    join job_order j on j.company_id = r.company_id and j.id = r.job_order_id
    where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId} and r.start_at < ${end}
      and r.start_at >= coalesce((select max(b.start_at) from job_order_run b
        where b.company_id = r.company_id and b.work_center_id = r.work_center_id and b.start_at <= ${start}), ${start})
    order by r.start_at, r.job_order_id`.execute(tenant.tx)
  return rows
}

/** Returns what the device counted as accepted in shifts; what it still counts stands at the end of the window. */
export async function listCounts(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
): Promise<readonly { readonly at: number; readonly units: number }[]> {
  const { rows } = await sql<{ at: number; units: number }>`
    select coalesce(s.end_at, ${end - 1}) as at, coalesce(s.counted_accepted, s.accepted)::float8 as units from output_segment s
    where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId} and s.shift_start_at is not null
      and s.start_at < ${end} and s.start_at >= ${start - LONGEST_SHIFT_MS} and coalesce(s.end_at, ${end}) > ${start}
    order by 1`.execute(tenant.tx)
  return rows
}
