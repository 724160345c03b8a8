import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { OrderWriter } from './jobOrderEvent.store.ts'

/** A run as it is stored; `end` null = it goes on. */
export type StoredRun = {
  readonly jobOrderId: JobOrderId
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
  readonly startedBy: UserId | null
  readonly startedVia: UserId | null
}

/** The runs of an index of their own: `0247_longRuns.sql` names the same. */
export const LONG_MS = 604_800_000
export const IS_LONG = sql<boolean>`(r.end_at is null or r.end_at - r.start_at > ${sql.lit(LONG_MS)})`

/**
 * Returns the runs `r` at the work centers that overlap the stretch, to select from. Both arms are bounded by an index, so that no more is read of a long
 * history than of a short one: what began within a week before it, and of what began earlier only what is long.
 */
export function runsOverlapping(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  { start, end }: { readonly start: number; readonly end: number },
): RawBuilder<unknown> {
  const arm = (bound: RawBuilder<unknown>) => sql`select r.* from unnest(${[...new Set(workCenterIds)]}::int[]) as place (id)
    cross join lateral (select r.* from job_order_run r where r.company_id = ${tenant.companyId} and r.work_center_id = place.id
      and ${bound} and (r.end_at is null or r.end_at > ${start}::int8) offset 0) r`
  return sql`(${arm(sql`r.start_at >= ${start - LONG_MS}::int8 and r.start_at < ${end}::int8`)}
    union all ${arm(sql`r.start_at < ${Math.min(end, start - LONG_MS)}::int8 and ${IS_LONG}`)}) r`
}

/** Returns the runs that go on at the work center, the first started ahead. */
export async function listOpenRuns(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly StoredRun[]> {
  return await runs(tenant, sql`r.work_center_id = ${workCenterId} and r.end_at is null`)
}

/** Returns the runs of the order, the first ahead. */
export async function listRunsOf(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly StoredRun[]> {
  return await runs(tenant, sql`r.job_order_id = any(${ids}::int[])`)
}

/** Starts a run of the order. */
export async function startRun(
  tenant: Tenant,
  { jobOrderId, workCenterId, start }: Pick<StoredRun, 'jobOrderId' | 'start' | 'workCenterId'>,
  by: { readonly userId: UserId | null; readonly viaStation: UserId | null },
): Promise<void> {
  await insertRun(tenant, { jobOrderId, workCenterId, start, end: null }, by)
}

/** Adds a run that is over, or goes on where its end is null: at once, since another one of its order may have begun after it. */
export async function insertRun(
  tenant: Tenant,
  run: Pick<StoredRun, 'end' | 'jobOrderId' | 'start' | 'workCenterId'>,
  by: { readonly userId: UserId | null; readonly viaStation: UserId | null },
): Promise<void> {
  await sql`insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at, started_by, started_via)
    values (${tenant.companyId}, ${run.jobOrderId}, ${run.workCenterId}, ${run.start}::int8, ${run.end}::int8, ${by.userId}, ${by.viaStation})`.execute(
    tenant.tx,
  )
}

/** Ends the run at the instant; a null end lets it go on. */
export async function endRun(
  tenant: Tenant,
  run: Pick<StoredRun, 'jobOrderId' | 'start' | 'workCenterId'>,
  end: number | null,
  by: Pick<OrderWriter, 'userId' | 'viaStation'> | null,
): Promise<void> {
  await sql`update job_order_run set end_at = ${end}::int8, ended_by = ${by?.userId ?? null}, ended_via = ${by?.viaStation ?? null}
    where company_id = ${tenant.companyId} and job_order_id = ${run.jobOrderId} and work_center_id = ${run.workCenterId}
      and start_at = ${run.start}::int8`.execute(tenant.tx)
}

/** Removes the run. */
export async function removeRun(tenant: Tenant, run: Pick<StoredRun, 'jobOrderId' | 'start' | 'workCenterId'>): Promise<void> {
  await sql`delete from job_order_run where company_id = ${tenant.companyId} and job_order_id = ${run.jobOrderId}
    and work_center_id = ${run.workCenterId} and start_at = ${run.start}::int8`.execute(tenant.tx)
}

async function runs(tenant: Tenant, condition: ReturnType<typeof sql>): Promise<readonly StoredRun[]> {
  const { rows } = await sql<StoredRun>`select r.job_order_id as "jobOrderId", r.work_center_id as "workCenterId", r.start_at as start,
      r.end_at as "end", r.started_by as "startedBy", r.started_via as "startedVia"
    from job_order_run r where r.company_id = ${tenant.companyId} and ${condition} order by r.start_at, r.job_order_id`.execute(tenant.tx)
  return rows
}
