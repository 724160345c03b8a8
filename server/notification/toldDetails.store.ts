import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'
import { IS_LONG, LONG_MS } from '#server/jobOrder/jobRun.store.ts'

/** What a message tells beside its sentence; null = there is none. */
export type ToldDetails = {
  /** Codes of the orders that were in progress when a stop began. */
  readonly order: string | null
  /** The reason stored with the notification. */
  readonly reason: string | null
  /** Of a target: the reason that cost most time of the period. */
  readonly mainLoss: string | null
}

/** Returns the notifications with what their messages tell of stops and missed targets, as it is at this moment. */
export async function withDetails<Row extends { readonly notificationId: string }>(
  tenant: Tenant,
  rows: readonly Row[],
): Promise<readonly (Row & { readonly details?: ToldDetails })[]> {
  if (rows.length === 0) return []
  const found = await sql<ToldDetails & { readonly id: string }>`select n.id,
      case when n.type = 'STATUS_DURATION' then (select string_agg(o.order_code, ', ' order by o.order_code) from (
          select r.job_order_id from job_order_run r where r.company_id = n.company_id and r.work_center_id = n.work_center_id
            and r.start_at > n.since - ${LONG_MS}::int8 and r.start_at <= n.since and (r.end_at is null or r.end_at > n.since)
          union all
          select r.job_order_id from job_order_run r where r.company_id = n.company_id and r.work_center_id = n.work_center_id
            and r.start_at <= n.since - ${LONG_MS}::int8 and ${IS_LONG} and (r.end_at is null or r.end_at > n.since)) r
        join job_order o on o.company_id = n.company_id and o.id = r.job_order_id) end as "order",
      case when n.type = 'STATUS_DURATION' then (select s.name from loss_reason s
        where s.company_id = n.company_id and s.id = (n.params->>'reasonId')::int) end as reason,
      case when n.type = 'TARGET_VALUE' then (select s.name from loss l
        join loss_reason s on s.company_id = l.company_id and s.id = l.reason_id
        where l.company_id = n.company_id and l.work_center_id = n.work_center_id and l.is_valid and l.source = 'STATUS'
          and s.include_in_oee_calculation and l.shift_start_at >= n.since and l.shift_start_at < period.until
        group by s.id, s.name order by sum(coalesce(l.end_at, n.due_at) - l.start_at) desc, s.name limit 1) end as "mainLoss"
    from notification n
    -- due_at lies after the end of the period, so the end is taken from the dates of shifts.
    left join lateral (select date_trunc(case when n.condition_key like '%/WEEK' then 'week' when n.condition_key like '%/MONTH' then 'month' else 'day' end,
          f.shift_date::timestamp) + case when n.condition_key like '%/WEEK' then interval '1 week' when n.condition_key like '%/MONTH' then interval '1 month'
          else interval '1 day' end as day
        from shift f where n.type = 'TARGET_VALUE' and f.company_id = n.company_id and f.work_center_id = n.work_center_id and f.start_at >= n.since
        order by f.start_at limit 1) next on true
    left join lateral (select case when n.condition_key ~ '/(DAY|WEEK|MONTH)$' then coalesce((select p.start_at from shift p
          where p.company_id = n.company_id and p.work_center_id = n.work_center_id and p.start_at > n.since and p.start_at < n.due_at
            and p.shift_date >= next.day order by p.start_at limit 1), n.due_at) else n.since + 1 end as until) period on true
    where n.company_id = ${tenant.companyId} and n.id = any(${rows.map(({ notificationId }) => notificationId)}::uuid[])`.execute(tenant.tx)
  const byId = new Map(found.rows.map(({ id, ...details }) => [id, details]))
  return rows.map((row) => {
    const details = byId.get(row.notificationId)
    return details === undefined ? row : { ...row, details }
  })
}
