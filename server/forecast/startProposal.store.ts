import { sql } from 'kysely'
import type { GivenAnswer } from '#engine/jobOrder/forecast/startProposal.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
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
  const { rows } = await sql<GivenAnswer>`select at, job_order_id as "jobOrderId", is_accepted as "isAccepted" from order_start_answer
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and answered_on >= ${since}
    order by answered_on desc limit ${most}`.execute(tenant.tx)
  return rows
}

/** Keeps the first answer to a proposal. */
export async function insertAnswer(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { at, jobOrderId, isAccepted }: GivenAnswer,
  by: { readonly userId: UserId | null; readonly viaStation: UserId | null; readonly on: Date },
): Promise<void> {
  await sql`insert into order_start_answer (company_id, work_center_id, at, job_order_id, is_accepted, answered_by, answered_via, answered_on)
    values (${tenant.companyId}, ${workCenterId}, ${at}::int8, ${jobOrderId}, ${isAccepted}, ${by.userId}, ${by.viaStation}, ${by.on})
    on conflict do nothing`.execute(tenant.tx)
}
