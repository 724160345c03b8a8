import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { LATE_DATA_DAYS, NOTICE_TYPES, PREPAID_TOLD_DAYS, UNANSWERED_HOURS, UNKNOWN_SENSOR_HOURS } from '#engine/notification/notice.ts'
import type { Notice } from '#engine/notification/notice.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { isSwitchedOff } from '#server/extension/extension.store.ts'
import type { Found } from './measuredFacts.store.ts'

/** Orders in progress that reached their plan. */
const REACHED = sql`
  select r.company_id, r.work_center_id, 'ORDER_REACHED' as type, r.job_order_id::text as about, null::text as subject, j.order_code as name,
    r.plan::float8 as count
  from order_reach r join job_order j on j.company_id = r.company_id and j.id = r.job_order_id
  where r.reached_at is not null and r.ended_at is null`

/** Confirmed shifts that data arrived for afterwards, unless somebody took care of what was told since they were confirmed. */
function late(now: number): RawBuilder<unknown> {
  return sql`
  select s.company_id, s.work_center_id, 'LATE_DATA', s.start_at::text, coalesce(s.confirmed_by::text, ''), s.name || ', ' || s.shift_date, s.late_samples
  from shift s where s.late_samples > 0 and s.status = 'CONFIRMED' and s.end_at >= ${now - LATE_DATA_DAYS * DAY_MS}::int8
    -- looked for shift by shift, by index: an anti join reads all that was ever told
    and (select true from notification n where n.company_id = s.company_id and n.work_center_id = s.work_center_id and n.type = 'LATE_DATA'
      and n.condition_key = 'LATE_DATA/' || coalesce(s.confirmed_by::text, '') and n.params ->> 'mode' = s.start_at::text and n.acknowledged_at is not null
      and (s.confirmed_on is null or n.since >= extract(epoch from s.confirmed_on) * 1000) limit 1) is null`
}

/** Work centers whose prepaid time ends or has ended lately, by the clock of the company. */
function prepaid(now: number): RawBuilder<unknown> {
  const today = sql`(to_timestamp(${now}::int8 / 1000.0) at time zone c.time_zone)::date`
  return sql`
  select w.company_id, w.id, 'PREPAID_ENDING', w.prepaid_until::text, null, w.prepaid_until::text, null
  from work_center w join company c on c.id = w.company_id
  where w.device_status = 'ACTIVE' and w.prepaid_until is not null
    and w.prepaid_until between ${today} - ${PREPAID_TOLD_DAYS.after}::int and ${today} + ${PREPAID_TOLD_DAYS.before}::int`
}

/** So many days an order that was cancelled here is told as still open elsewhere. */
const CANCELLED_TOLD_DAYS = 30

/**
 * Returns the condition that an order `j` was cancelled here at most 30 days before the instant (ms UTC), while its record `o` in the other system is still open as
 * far as is known. What an integration cancelled by its import is left out: the other system had no order of it, and somebody saw that before.
 */
export function isCancelledHere(now: number): RawBuilder<unknown> {
  return sql`j.status = 'CANCELLED' and j.canceled_on > to_timestamp(${now}::int8 / 1000.0) - make_interval(days => ${CANCELLED_TOLD_DAYS})
    and not o.has_ended and not o.is_gone and not o.is_former
    and not exists (select from job_orders_import f where f.company_id = j.company_id and f.source = 'INTEGRATION' and f.id = (
      select (e.details ->> 'importId')::int from job_order_event e where e.company_id = j.company_id and e.job_order_id = j.id
      and e.kind = 'CANCELLED' order by e.id desc limit 1))`
}

/**
 * Integrations of which messages wait for a person or of output for a day, orders that are open here are over in the other system, orders that were cancelled here
 * are open there (each for itself), or the runs failed: that at the first of their work centers.
 */
function integrations(now: number): RawBuilder<unknown> {
  return sql`
  select m.company_id, j.work_center_id, 'INTEGRATION_ATTENTION', i.id || '/MESSAGES', 'MESSAGES', i.name, count(distinct m.job_order_id)::float8
  from integration_outbox m join job_order j on j.company_id = m.company_id and j.id = m.job_order_id
  join integration i on i.company_id = m.company_id and i.id = m.integration_id
  where (m.state in ('CONFLICT', 'NEEDS_PERSON') or (m.state = 'WAITING' and m.operation = 'OUTPUT' and i.status <> 'DISABLED' and m.created_on < ${new Date(now - UNANSWERED_HOURS * HOUR_MS)}))
    and i.deleted_on is null and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')} and j.work_center_id is not null
  group by m.company_id, j.work_center_id, i.id, i.name
  union all
  select o.company_id, j.work_center_id, 'INTEGRATION_ATTENTION', i.id || '/ENDED', 'ENDED', i.name, count(*)::float8
  from integration_order o join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
  join integration i on i.company_id = o.company_id and i.id = o.integration_id
  where o.has_ended and j.status in ('ON_HOLD', 'PLANNED', 'PROGRESS') and i.deleted_on is null and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')} and j.work_center_id is not null
  group by o.company_id, j.work_center_id, i.id, i.name
  union all
  select o.company_id, j.work_center_id, 'INTEGRATION_ATTENTION', i.id || '/CANCELLED/' || j.id, 'CANCELLED', i.name || ': ' || j.order_code, null
  from integration_order o join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
  join integration i on i.company_id = o.company_id and i.id = o.integration_id
  where ${isCancelledHere(now)} and i.deleted_on is null and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')} and j.work_center_id is not null
  union all
  select i.company_id, l.work_center_id, 'INTEGRATION_ATTENTION', i.id || '/FAILED', 'FAILED', i.name, null
  from integration i cross join lateral (select min(k.work_center_id) as work_center_id from integration_link k
    join work_center w on w.company_id = k.company_id and w.id = k.work_center_id and w.device_status = 'ACTIVE'
    where k.company_id = i.company_id and k.integration_id = i.id) l
  where i.status = 'FAILED' and i.deleted_on is null and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')} and (i.scheduled_since is not null or exists (select from integration_outbox m
      where m.company_id = i.company_id and m.integration_id = i.id and m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING'))) and l.work_center_id is not null`
}

/** Devices that send a channel which no sensor type has. */
function unknown(now: number): RawBuilder<unknown> {
  return sql`
  select d.company_id, d.work_center_id, 'UNKNOWN', d.id::text, null, null, count(*)::float8
  from quarantine q join device d on d.id = q.device_id
  where q.reason = 'UNKNOWN_SENSOR' and q.received_at >= ${now - UNKNOWN_SENSOR_HOURS * HOUR_MS}::int8 and q.company_id = d.company_id
    and d.company_id is not null and d.work_center_id is not null
  group by d.company_id, d.work_center_id, d.id`
}

function holdingAt(now: number): RawBuilder<unknown> {
  return sql`(${REACHED} union all ${late(now)} union all ${prepaid(now)} union all ${integrations(now)} union all ${unknown(now)})`
}

/** What is so at each of the work centers now, without since when. */
export async function listNotices(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  now: number,
): Promise<ReadonlyMap<WorkCenterId, readonly Omit<Notice, 'since'>[]>> {
  const { rows } = await sql<Omit<Notice, 'since'> & { readonly workCenterId: WorkCenterId }>`
    select work_center_id as "workCenterId", type, about, subject, name, count from ${holdingAt(now)} as held
    where company_id = ${tenant.companyId} and work_center_id = any(${[...workCenterIds]}::int[]) order by work_center_id, type, about`.execute(
    tenant.tx,
  )
  return new Map(
    [...Map.groupBy(rows, ({ workCenterId }) => workCenterId)].map(([id, own]) => [
      id,
      own.map(({ workCenterId: _, ...notice }) => notice),
    ]),
  )
}

/** Returns the work centers of all companies where something is so that nobody was told, or nothing is so of what they were told. */
export async function listUntold(tx: Transaction<DB>, now: number): Promise<readonly Found[]> {
  const { rows } =
    await sql<Found>`select distinct coalesce(h.company_id, n.company_id) as "companyId", coalesce(h.work_center_id, n.work_center_id) as "workCenterId"
    from (select held.* from ${holdingAt(now)} as held join work_center w on w.company_id = held.company_id and w.id = held.work_center_id
      and w.device_status = 'ACTIVE') h
    full join (select company_id, work_center_id, type, params ->> 'mode' as about from notification
      where state in ('PENDING', 'OPEN') and type = any(${[...NOTICE_TYPES]}::text[])) n
      on n.company_id = h.company_id and n.work_center_id = h.work_center_id and n.type = h.type and n.about = h.about
    where n.company_id is null or h.company_id is null`.execute(tx)
  return rows
}
