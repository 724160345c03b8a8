import { sql } from 'kysely'
import type { GivenAnswer } from '#engine/jobOrder/forecast/startProposal.ts'
import type { ItemId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/**
 * Returns the last stop of the work center that ended and took at least so long, of those that began since the instant; null = none. Parts of one stop that
 * touch are one.
 */
export async function findLastStop(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, shortestMs }: { readonly since: number; readonly shortestMs: number },
): Promise<Interval | null> {
  const { rows } = await sql<Interval>`with part as (
      select l.start_at, l.end_at, max(l.end_at) over (order by l.start_at, l.end_at rows between unbounded preceding and 1 preceding) as until
      from loss l where l.company_id = ${tenant.companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS' and l.is_valid
        and l.start_at > ${since - LONGEST_SHIFT_MS}::int8 and l.end_at > ${since}::int8),
    numbered as (select *, count(*) filter (where until is null or start_at > until) over (order by start_at, end_at) as stop from part)
    select min(start_at) as start, max(end_at) as "end" from numbered group by stop
    having min(start_at) >= ${since}::int8 and max(end_at) - min(start_at) >= ${shortestMs}::int8
    order by 1 desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns what was answered to the newest proposals of the work center since the instant, the newest ahead; at most `most`. */
export async function listAnswers(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<readonly GivenAnswer[]> {
  const { rows } = await sql<GivenAnswer>`select at, job_order_id as "jobOrderId", is_accepted as "isAccepted", sign from order_start_answer
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and answered_on >= ${since}
    order by answered_on desc limit ${most}`.execute(tenant.tx)
  return rows
}

/** Keeps the first answer to a proposal. */
export async function insertAnswer(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { at, jobOrderId, isAccepted, sign }: GivenAnswer,
  by: { readonly userId: UserId | null; readonly viaStation: UserId | null; readonly on: Date },
): Promise<void> {
  await sql`insert into order_start_answer (company_id, work_center_id, at, job_order_id, is_accepted, sign, answered_by, answered_via, answered_on)
    values (${tenant.companyId}, ${workCenterId}, ${at}::int8, ${jobOrderId}, ${isAccepted}, ${sign}, ${by.userId}, ${by.viaStation}, ${by.on})
    on conflict do nothing`.execute(tenant.tx)
}

/** The last so many finished orders of a product say how long its units really take, if there are as many as FEWEST. */
const MOST = 50
const FEWEST = 3

/** Returns of each product how much longer its units took at the work center than their ideal cycle: the middle of its last orders; a product with fewer than three is missing. */
export async function listUsualShares(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  items: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, number>> {
  const { rows } = await sql<{ item: ItemId; share: number }>`
    with last as (select asked.id as item, o.job_order_id
        from unnest(${items}::int[]) as asked (id)
        cross join lateral (select job_order_id from order_course o where o.company_id = ${tenant.companyId} and o.work_center_id = ${workCenterId}
          and o.item_id = asked.id order by o.closed_on desc limit ${MOST}) o),
      shares as (select last.item, sum(s.run_ms)::float8 / sum(s.net_operating_ms) as share
        from last
        join job_order_run r on r.company_id = ${tenant.companyId} and r.job_order_id = last.job_order_id and r.work_center_id = ${workCenterId}
        join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at >= r.start_at
          and s.start_at < case when r.end_at is null then 9007199254740991 else r.end_at end and s.job_order_ids = array[r.job_order_id]
        where s.net_operating_ms > 0 group by last.item, last.job_order_id)
    select item, percentile_cont(0.5) within group (order by share)::float8 as share from shares group by item having count(*) >= ${FEWEST}`.execute(
    tenant.tx,
  )
  return new Map(rows.map(({ item, share }) => [item, share]))
}

/** Returns when the last run at the work center ended; null where none is over. */
export async function findLastRunEnd(tenant: Tenant, workCenterId: WorkCenterId): Promise<number | null> {
  const { rows } = await sql<{ end: number | null }>`select end_at as "end" from job_order_run r
    where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId} order by r.start_at desc limit 1`.execute(tenant.tx)
  return rows[0]?.end ?? null
}

/** Returns the first output of the work center since the instant that no order is given to and that has at least so many units; null = none. */
export async function findOutputWithoutOrder(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, fewest }: { readonly since: number; readonly fewest: number },
): Promise<{ readonly start: number; readonly end: number | null } | null> {
  const { rows } = await sql<{ readonly start: number; readonly end: number | null }>`select s.start_at as start, s.end_at as "end"
    from output_segment s where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId}
      and s.start_at >= ${since - LONGEST_SHIFT_MS}::int8 and (s.end_at is null or s.end_at > ${since}::int8)
      and cardinality(s.job_order_ids) = 0 and s.total >= ${fewest}
    order by s.start_at limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns how many units the work center counted since the instant, at most: those of output that began before it are among them. */
export async function countedSince(tenant: Tenant, workCenterId: WorkCenterId, since: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(s.total), 0)::float8 as total from output_segment s
    where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId}
      and s.start_at >= ${since - LONGEST_SHIFT_MS}::int8 and (s.end_at is null or s.end_at > ${since}::int8)`.execute(tenant.tx)
  return rows[0]?.total ?? 0
}
