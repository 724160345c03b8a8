import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { CLASSIFIED_AS } from '#server/loss/classification.ts'

/** Names a shift instance: its work center and when it starts. */
export type ShiftKey = { readonly workCenterId: WorkCenterId; readonly start: number }

/** `totalCount` is the sum of the others. */
export type LossCounts = {
  readonly classifiedCount: number
  readonly unclassifiedCount: number
  readonly notNeededCount: number
  readonly totalCount: number
}

/** How many output segments a shift has, how many of them were confirmed into a batch and how many had a job order. */
export type OutputCounts = {
  readonly totalCount: number
  readonly withBatchCount: number
  readonly withProductionOrderCount: number
  /** Confirmations that are not cancelled. */
  readonly confirmationCount: number
}

type Counted = { readonly workCenterId: number; readonly start: number }

/**
 * Returns per shift the number of valid losses: of classified ones, of unclassified ones, which block the confirmation (domain.md S-45), and of those that
 * need no reason.
 */
export async function countLosses(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly (LossCounts & Counted)[]> {
  const rows = await sql<LossCounts & Counted>`
    select wanted.id as "workCenterId", wanted.start_at as start, count(l.id) as "totalCount",
      count(l.id) filter (where ${CLASSIFIED_AS.CLASSIFIED}) as "classifiedCount",
      count(l.id) filter (where ${CLASSIFIED_AS.UNCLASSIFIED}) as "unclassifiedCount",
      count(l.id) filter (where ${CLASSIFIED_AS.NOT_NEEDED}) as "notNeededCount"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    left join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = wanted.id and l.shift_start_at = wanted.start_at and l.is_valid
      and l.start_at >= wanted.start_at
    group by wanted.id, wanted.start_at`.execute(tenant.tx)
  return rows.rows
}

/** Returns per shift the time of its stops that wait for a reason, for those where one does; an open stop lasts until what its shift was worked out to. */
export async function listWaiting(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (Counted & { readonly waitingMs: number })[]> {
  if (shifts.length === 0) return []
  const rows = await sql<Counted & { readonly waitingMs: number }>`
    select s.work_center_id as "workCenterId", s.start_at as start,
      sum(coalesce(l.length_ms, greatest(0, least(s.end_at, s.as_of) - l.start_at)))::int8 as "waitingMs"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    join loss l on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at and l.is_valid
      and l.start_at >= s.start_at and ${CLASSIFIED_AS.UNCLASSIFIED}
    group by s.work_center_id, s.start_at`.execute(tenant.tx)
  return rows.rows
}

/**
 * Returns per shift the silence that counts as downtime by policy, up to what the shift was worked out to: what of it is neither no data nor a loss that
 * people entered. Shifts without silence are left out.
 */
export async function listSilence(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (Counted & { readonly silentMs: number })[]> {
  if (shifts.length === 0) return []
  const rows = await sql<Counted & { readonly silentMs: number }>`
    select s.work_center_id as "workCenterId", s.start_at as start, greatest(0, silent.ms - declared.ms - s.no_data_ms)::int8 as "silentMs"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    cross join lateral (select least(s.end_at, s.as_of) as end_at, coalesce((select max(i.start_at) from status_interval i
      where i.company_id = s.company_id and i.work_center_id = s.work_center_id and i.start_at <= s.start_at), s.start_at) as since) reach
    cross join lateral (select sum(least(coalesce(i.end_at, reach.end_at), reach.end_at) - greatest(i.start_at, s.start_at)) as ms
      from status_interval i where i.company_id = s.company_id and i.work_center_id = s.work_center_id and i.kind = 'NO_DATA'
        and i.start_at >= reach.since and i.start_at < reach.end_at and coalesce(i.end_at, reach.end_at) > s.start_at) silent
    cross join lateral (select coalesce(sum(coalesce(l.length_ms, greatest(0, reach.end_at - l.start_at))), 0) as ms
      from loss l where l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at and l.is_valid
        and l.start_at >= s.start_at and l.source = 'STATUS' and l.kind = 'NO_DATA') declared
    where silent.ms is not null`.execute(tenant.tx)
  return rows.rows
}

/** Returns the counts of the output segments and confirmations of each shift. */
export async function countOutputs(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly (OutputCounts & Counted)[]> {
  const rows = await sql<OutputCounts & Counted>`
    select wanted.id as "workCenterId", wanted.start_at as start, segments.*, confirmations.*
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    cross join lateral (
      select count(*) as "totalCount", count(*) filter (where cardinality(o.job_order_ids) > 0) as "withProductionOrderCount",
        count(*) filter (where exists (
          select from output_confirmation c where c.company_id = o.company_id and c.work_center_id = o.work_center_id and c.type <> 'CANCELED'
            and c.batch_code is not null and c.start_at > o.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < coalesce(o.end_at, s.end_at)
            and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 between o.start_at and coalesce(o.end_at, s.end_at) - 1)) as "withBatchCount"
      from output_segment o where o.company_id = s.company_id and o.work_center_id = s.work_center_id and o.shift_start_at = s.start_at
        and o.start_at >= s.start_at and o.start_at < s.end_at) segments
    cross join lateral (
      select count(*) as "confirmationCount" from output_confirmation c
      where c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.type <> 'CANCELED'
        and c.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < s.end_at
        and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 between s.start_at and s.end_at - 1) confirmations`.execute(tenant.tx)
  return rows.rows
}

/**
 * Returns per shift how many of its closed output segments with output were confirmed; shifts without any are left out. Reads the time of all of them at once, so it
 * stays quick for thousands of shifts.
 */
export async function listOutputConfirmed(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (Counted & { readonly closedCount: number; readonly confirmedCount: number })[]> {
  const starts = shifts.map(({ start }) => start)
  const [first, last] = [
    starts.reduce((least, start) => Math.min(least, start), Infinity),
    starts.reduce((most, start) => Math.max(most, start), 0),
  ]
  if (shifts.length === 0) return []
  const rows = await sql<Counted & { readonly closedCount: number; readonly confirmedCount: number }>`
    select o.work_center_id as "workCenterId", o.shift_start_at as start, count(*) as "closedCount",
      count(*) filter (where o.is_confirmed) as "confirmedCount"
    from output_segment o where o.company_id = ${tenant.companyId} and o.work_center_id = any(${[...new Set(shifts.map((one) => one.workCenterId))]}::int[])
      and o.start_at >= ${first}::int8 and o.shift_start_at between ${first}::int8 and ${last}::int8
      and o.end_at is not null and greatest(o.total, o.effective_total) > 0
    group by o.work_center_id, o.shift_start_at`.execute(tenant.tx)
  return rows.rows
}
