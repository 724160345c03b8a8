import { sql } from 'kysely'
import type { LossCut, LossGrain } from '#engine/analytics/lossPlan.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { CLASSIFICATION, CLOCK_HOUR, fromLosses, joinClock, lengthOf } from './lossFacts.store.ts'

/** Sums of one kind: how long their periods are, and by what the losses in them are divided. `clock` is the zone of the hours. */
export type SumsKind = { readonly grain: LossGrain; readonly cut: LossCut; readonly clock: string }

/** On which dates periods begin of which sums are wanted, and all their dates. */
export type SumsToKeep = { readonly firstDates: readonly string[]; readonly stretches: readonly DateRange[] }

/** Returns the date before which a period must end to be kept: its losses are written no more, or rarely. */
export async function keptBefore(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ date: string }>`select (current_date - 2)::text as date`.execute(tenant.tx)
  return rows[0]?.date ?? ''
}

/** Returns the first dates of the periods of the dates of which sums are kept. */
export async function listKeptPeriods(
  tenant: Tenant,
  { grain, cut, clock }: SumsKind,
  { from, to }: DateRange,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ date: string }>`select first_date::text as date from loss_sum_kept
    where company_id = ${tenant.companyId} and grain = ${grain} and cut = ${cut} and clock = ${clock}
      and first_date >= ${from}::date and first_date < ${to}::date`.execute(tenant.tx)
  return new Set(rows.map(({ date }) => date))
}

/**
 * Stores the sums of the periods; returns whether it did: not while another transaction does, or changes past losses. The lock
 * precedes the sums, so that a later change finds and forgets them.
 */
export async function keepLossSums(
  tenant: Tenant,
  { grain, cut, clock }: SumsKind,
  { firstDates, stretches }: SumsToKeep,
  zones: ReadonlyMap<WorkCenterId, string>,
): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended('loss_sum/' || ${tenant.companyId}, 0)) as taken`.execute(tenant.tx)
  if (rows[0]?.taken !== true) return false
  const hour = cut === 'HOUR' ? CLOCK_HOUR : sql`-1`
  const person = cut === 'PERSON' ? sql`l.updated_by` : sql`null::uuid`
  const [kind, rule] = cut === 'STATUS' ? [sql`l.kind`, sql`l.status_rule_id`] : [sql`null::text`, sql`null::int`]
  const workCenter = cut === 'WORK_CENTER' ? sql`l.work_center_id` : sql`0`
  const period =
    grain === 'DAY'
      ? sql`s.shift_date`
      : grain === 'WEEK'
        ? sql`date_trunc('week', s.shift_date)::date`
        : sql`date_trunc('month', s.shift_date)::date`
  const dates = sql`${[...firstDates]}::date[]`
  const kept = sql`company_id = ${tenant.companyId} and grain = ${grain} and cut = ${cut} and first_date = any(${dates})`
  await sql`delete from loss_sum where ${kept}`.execute(tenant.tx)
  for (const stretch of stretches) {
    await sql`insert into loss_sum (company_id, grain, cut, first_date, work_center_id, hour, person_id, shift_code, source, reason_id, is_scheduled_loss, classification,
        kind, status_rule_id, loss_count, length_ms)
      select ${tenant.companyId}, ${grain}, ${cut}, ${period}, ${workCenter}, ${hour}, ${person}, s.code, l.source, l.reason_id, l.is_scheduled_loss,
        ${CLASSIFICATION}, ${kind}, ${rule}, count(*)::int, sum((${lengthOf(Number.MAX_SAFE_INTEGER)})::float8)::int8
      ${fromLosses(tenant, stretch, cut === 'HOUR' ? joinClock(zones) : sql``)}
      group by 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14`.execute(tenant.tx)
  }
  await sql`insert into loss_sum_kept (company_id, grain, cut, first_date, clock)
    select ${tenant.companyId}, ${grain}, ${cut}, first_date, ${clock} from unnest(${dates}) first_date
    on conflict (company_id, grain, cut, first_date) do update set clock = excluded.clock`.execute(tenant.tx)
  return true
}
