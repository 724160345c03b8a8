import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Time of a work center that belongs to one status or one set of orders. */
export type KeyedStretch = Interval & {
  readonly key: string
  readonly name: string | null
  readonly statusRuleId: number | null
  readonly jobOrderId: number | null
  readonly isEffective: boolean | null
  /** Good units of all stretches of the key; null where none are counted, or the period holds only a part of one. */
  readonly accepted: number | null
}

/** Returns the statuses of the period, clipped to it, ascending; time without a status of a rule has its kind as the key. */
export async function listStatusStretches(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
): Promise<readonly KeyedStretch[]> {
  await tenant.settle?.([workCenterId], end)
  const { rows } = await sql<KeyedStretch>`
    select greatest(s.start_at, ${start}::int8) as start, least(coalesce(s.end_at, ${end}::int8), ${end}::int8) as "end",
      coalesce(s.status_rule_id::text, s.kind) as key, rule.name, s.status_rule_id as "statusRuleId", null as "jobOrderId",
      s.kind = 'RULE' and coalesce(version.is_effective, false) as "isEffective", null as accepted
    from status_interval s
    left join status_rule rule on rule.company_id = s.company_id and rule.id = s.status_rule_id
    left join lateral (select v.is_effective from status_rule_version v
      where v.company_id = s.company_id and v.status_rule_id = s.status_rule_id and v.valid_from <= s.start_at
      order by v.valid_from desc limit 1) version on true
    where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId} and s.start_at < ${end}::int8
      and s.start_at >= (select coalesce(max(i.start_at), ${start}::int8) from status_interval i
        where i.company_id = ${tenant.companyId} and i.work_center_id = ${workCenterId} and i.start_at <= ${start}::int8)
      and coalesce(s.end_at, ${end}::int8) > ${start}::int8
    order by s.start_at`.execute(tenant.tx)
  return rows
}

/** Returns the output segments of the period, clipped to it, ascending, with their orders; those of several orders at once are one key. */
export async function listOrderStretches(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: Interval,
  now: number,
): Promise<readonly KeyedStretch[]> {
  await tenant.settle?.([workCenterId], end)
  const { rows } = await sql<KeyedStretch>`
    select greatest(s.start_at, ${start}::int8) as start, least(coalesce(s.end_at, ${end}::int8), ${end}::int8) as "end",
      array_to_string(s.job_order_ids, ',') as key, orders.name, null as "statusRuleId",
      case when cardinality(s.job_order_ids) = 1 then s.job_order_ids[1] end as "jobOrderId", null as "isEffective",
      case when not bool_or(s.start_at < ${start}::int8 or coalesce(s.end_at, ${now}::int8) > ${end}::int8) over orders_of
        then sum(s.accepted) over orders_of end as accepted
    from output_segment s
    left join lateral (select string_agg(j.order_code, ' + ' order by j.id) as name from job_order j
      where j.company_id = s.company_id and j.id = any(s.job_order_ids)) orders on true
    where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId}
      and s.start_at > ${start}::int8 - ${LONGEST_SHIFT_MS}::int8 and s.start_at < ${end}::int8
      and coalesce(s.end_at, ${end}::int8) > ${start}::int8
    window orders_of as (partition by s.job_order_ids)
    order by s.start_at`.execute(tenant.tx)
  return rows
}
