import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { IS_LONG, LONG_MS } from '#server/jobOrder/jobRun.store.ts'
import type { Translation } from '#server/loss/lossReason.store.ts'

/** A name as the company gave it, and in other languages. */
export type NamedIn = { readonly name: string; readonly translations: readonly Translation[] }

/** What a message tells beside its sentence; null = there is none. */
export type ToldDetails = {
  /** Codes of the orders that were in progress when a stop began. */
  readonly order: string | null
  /** The reason stored with the notification. */
  readonly reason: NamedIn | null
  /** Of a target: the reason that cost most time of the period. */
  readonly mainLoss: NamedIn | null
  /** Of a target: how many shifts of the period are not confirmed, and the share of its time with data (0–1). */
  readonly unconfirmed: number | null
  readonly known: number | null
  /** Why a device is off. */
  readonly offCause: 'BATTERY_EMPTY' | 'DEVICE_OFF' | null
  /**
   * Of work outside shifts: the units counted between the two shifts, in one unit of measure, and its energy, where at least half of it is known; while it goes
   * on that of the time until which energy is known.
   */
  readonly units: number | null
  readonly kwh: number | null
}

/** What a message tells a person beside its sentence. */
export type PersonDetails = ToldDetails & {
  /** Of a silent device: how many others that the person may see are silent, too. */
  readonly silentToo?: number | null
  /** Of a low battery: how long it lasts. */
  readonly batteryLeft?: BatteryForecast | null
}

/** SQL of a reason's name as the company gave it, and in other languages. */
const NAMED = sql`json_build_object('name', s.name, 'translations', coalesce((select json_agg(json_build_object('language', t.language, 'name', t.name))
  from loss_reason_translation t where t.company_id = s.company_id and t.loss_reason_id = s.id), '[]'::json))`

/** Returns the notifications with what their messages tell beside their sentences, as it is at this moment. */
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
      case when n.type = 'STATUS_DURATION' then (select ${NAMED} from loss_reason s
        where s.company_id = n.company_id and s.id = (n.params->>'reasonId')::int) end as reason,
      case when n.type = 'TARGET_VALUE' then (select ${NAMED} from loss l
        join loss_reason s on s.company_id = l.company_id and s.id = l.reason_id
        where l.company_id = n.company_id and l.work_center_id = n.work_center_id and l.is_valid and l.source = 'STATUS'
          and s.include_in_oee_calculation and l.shift_start_at >= n.since and l.shift_start_at < period.until
        group by s.company_id, s.id, s.name order by sum(coalesce(l.end_at, n.due_at) - l.start_at) desc, s.name limit 1) end as "mainLoss",
      judged.unconfirmed, judged.known,
      case when n.type = 'WORK_CENTER_OFF' then (select i.cause from status_interval i
        where i.company_id = n.company_id and i.work_center_id = n.work_center_id and i.start_at <= n.since and (i.end_at is null or i.end_at > n.since)
          and i.cause in ('BATTERY_EMPTY', 'DEVICE_OFF') order by i.start_at desc limit 1) end as "offCause",
      outside.units,
      case when n.type = 'WORK_IN_NON_WORK_TIME' then (select case when sum(e.covered_ms) * 2 >= coalesce(n.until, max(e.end_at)) - n.since then sum(e.kwh) end
        from energy_share e where e.company_id = n.company_id and e.work_center_id = n.work_center_id
          and e.hour_at > n.since - ${HOUR_MS}::int8 and e.start_at >= n.since
          and (n.until is null or (e.hour_at < n.until and e.end_at <= n.until))) end as kwh
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
    left join lateral (select count(*) filter (where f.status <> 'CONFIRMED')::int as unconfirmed,
          1 - sum(f.no_data_ms)::float8 / nullif(sum(f.elapsed_ms), 0)::float8 as known
        from shift f where n.type = 'TARGET_VALUE' and f.company_id = n.company_id and f.work_center_id = n.work_center_id
          and f.start_at >= n.since and f.start_at < period.until having count(*) > 0) judged on true
    left join lateral (select case when count(distinct g.unit) <= 1 then sum(g.effective_total)::float8 end as units
        from output_segment g where n.type = 'WORK_IN_NON_WORK_TIME' and g.company_id = n.company_id and g.work_center_id = n.work_center_id
          and g.shift_start_at is null and (n.until is null or g.start_at < n.until) and (g.end_at is null or g.end_at > n.since)
          and g.effective_total > 0) outside on true
    where n.company_id = ${tenant.companyId} and n.id = any(${rows.map(({ notificationId }) => notificationId)}::uuid[])`.execute(tenant.tx)
  const byId = new Map(found.rows.map(({ id, ...details }) => [id, details]))
  return rows.map((row) => {
    const details = byId.get(row.notificationId)
    return details === undefined ? row : { ...row, details }
  })
}

/**
 * Returns for each notification of a silent device how many others of the work centers (null = all of the company) were silent when it was due, since no
 * earlier than an hour before: one that is out for days says nothing of the network.
 */
export async function listSilentToo(
  tenant: Tenant,
  ids: readonly string[],
  workCenterIds: readonly WorkCenterId[] | null,
): Promise<readonly (number | null)[]> {
  const { rows } = await sql<{
    readonly id: string
    readonly others: number
  }>`select n.id, (select count(distinct o.work_center_id)::int from notification o
      where o.company_id = n.company_id and o.type = 'CONNECTION_LOST' and o.work_center_id <> n.work_center_id and o.state <> 'RETRACTED'
        and o.since > n.since - ${HOUR_MS}::int8 and o.since <= n.due_at and (o.until is null or o.until > n.due_at)
        and (${workCenterIds}::int[] is null or o.work_center_id = any(${workCenterIds}::int[]))) as others
    from notification n where n.company_id = ${tenant.companyId} and n.id = any(${[...ids]}::uuid[])`.execute(tenant.tx)
  const byId = new Map(rows.map(({ id, others }) => [id, others]))
  return ids.map((id) => byId.get(id) ?? null)
}
