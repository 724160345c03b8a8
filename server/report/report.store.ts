import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { ReportRequest } from './reportRequest.ts'

/** A report that somebody asked for, with what became of its file. Instants are ms UTC. */
export type StoredRun = {
  readonly id: string
  readonly request: ReportRequest
  readonly createdAt: Date
  /** Null of one that the person asked for. */
  readonly subscriptionId: number | null
  readonly restatedShifts: number
  readonly jobState: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING' | null
  /** Percent. */
  readonly progress: number | null
  readonly errorId: string | null
  readonly file: StoredReportFile | null
}

export type StoredReportFile = {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly expiresOn: Date
  readonly isGone: boolean
}

/** Reports are listed for so long. */
const LISTED_DAYS = 90

/** Returns the ids of the new run and its file, which is to be made, and mailed to the person if `isMailed`. */
export async function insertRun(
  tenant: Tenant,
  request: ReportRequest,
  { userId, isMailed }: { readonly userId: UserId; readonly isMailed: boolean },
): Promise<{ readonly runId: string; readonly renderingId: string }> {
  const { id: runId } = await tenant.tx
    .insertInto('report_run')
    .values({
      company_id: tenant.companyId,
      type: request.type,
      date_from: request.from,
      date_to: request.to,
      shift_start_at: request.shiftStart,
      user_id: userId,
      is_mailed: isMailed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const renderingId = await insertRendering(tenant, { runId, class: 'OWN', request })
  if (renderingId === null) throw new Error('the report was not stored')
  return { runId, renderingId }
}

/** Returns the id of the file to be made of the run; null where the run has one of the class. */
export async function insertRendering(
  { tx, companyId }: Tenant,
  file: { readonly runId: string; readonly class: string; readonly request: ReportRequest },
): Promise<string | null> {
  const row = await tx
    .insertInto('report_rendering')
    .values({ company_id: companyId, run_id: file.runId, class: file.class, request: JSON.stringify(file.request) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Stores which job makes the file. */
export async function setJob({ tx, companyId }: Tenant, id: string, jobId: string): Promise<void> {
  await tx.updateTable('report_rendering').set({ job_id: jobId }).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Stores the file that was made. */
export async function setFile({ tx, companyId }: Tenant, id: string, fileId: string): Promise<void> {
  await tx.updateTable('report_rendering').set({ file_id: fileId }).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** A file that is to be made, of a run. */
export type Rendering = {
  readonly id: string
  readonly runId: string
  readonly request: unknown
  readonly fileId: string | null
  /** Who asked for it; null = a subscription. */
  readonly userId: UserId | null
  readonly subscriptionId: number | null
  readonly isMailed: boolean
  readonly late: readonly string[]
  readonly named: readonly string[]
  readonly createdAt: Date
}

/** Returns what the file is made from, for whom, and whether it was made; null when there is none of the id. */
export async function findRendering({ tx, companyId }: Tenant, id: string): Promise<Rendering | null> {
  const { rows } = await sql<Rendering>`
    select d.id, d.run_id as "runId", d.request, d.file_id as "fileId", r.user_id as "userId", r.subscription_id as "subscriptionId",
      r.is_mailed as "isMailed", r.late, r.named, r.created_on as "createdAt"
    from report_rendering d join report_run r on r.company_id = d.company_id and r.id = d.run_id
    where d.company_id = ${companyId} and d.id = ${id}::uuid`.execute(tx)
  return rows[0] ?? null
}

/** Shifts of the report that were confirmed when it was made, and again since. */
const restatedShifts = sql`select count(*) from shift s
  where s.company_id = r.company_id and s.shift_date >= r.date_from and s.shift_date < r.date_to and s.revision > 1
    and (r.shift_start_at is null or s.start_at = r.shift_start_at)
    and (d.request->'workCenterIds' = 'null' or d.request->'workCenterIds' @> to_jsonb(s.work_center_id))
    and s.confirmed_on > f.created_on and exists (select from shift_revision v
      where v.company_id = s.company_id and v.work_center_id = s.work_center_id and v.shift_start_at = s.start_at
        and v.confirmed_on <= f.created_on)`

/** Returns the newest reports of the person, or the one of the id. */
export async function listRuns(
  { tx, companyId }: Tenant,
  { userId, id = null, limit }: { readonly userId: UserId; readonly id?: string | null; readonly limit: number },
): Promise<readonly StoredRun[]> {
  const { rows } = await sql<
    Omit<StoredRun, 'file'> & { file: (Omit<StoredReportFile, 'expiresOn'> & { readonly expiresOn: string }) | null }
  >`
    select r.id, d.request, r.created_on as "createdAt", r.subscription_id as "subscriptionId", j.state as "jobState", j.progress,
      j.error_id as "errorId", (${restatedShifts})::int as "restatedShifts",
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type, 'sizeBytes', f.size,
        'expiresOn', f.expires_on, 'isGone', f.state <> 'READY' or f.expires_on <= now()) end as file
    from report_run r
    join report_rendering d on d.company_id = r.company_id and d.run_id = r.id
    left join report_delivery v on v.company_id = d.company_id and v.rendering_id = d.id and v.user_id = ${userId}
    left join job_run j on j.company_id = r.company_id and j.id = d.job_id
    left join file f on f.company_id = r.company_id and f.id = d.file_id
    where r.company_id = ${companyId} and (r.user_id = ${userId} or v.user_id is not null)
      and r.id in (select id from report_run where company_id = ${companyId} and user_id = ${userId}
        union all select run_id from report_delivery where company_id = ${companyId} and user_id = ${userId})
      and (${id}::uuid is null or r.id = ${id}::uuid) and r.created_on > now() - make_interval(days => ${LISTED_DAYS}::int)
    order by r.created_on desc, r.id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, file: row.file === null ? null : { ...row.file, expiresOn: new Date(row.file.expiresOn) } }))
}

/** Returns how many files of the person wait or are being made. */
export async function countUnfinished({ tx, companyId }: Tenant, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from report_run r
    join report_rendering d on d.company_id = r.company_id and d.run_id = r.id
    join job_run j on j.company_id = r.company_id and j.id = d.job_id
    where r.company_id = ${companyId} and r.user_id = ${userId} and j.state in ('WAITING', 'RUNNING')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Forgets reports that are listed no more, of all companies. */
export async function tidyRuns(tx: Transaction<DB>): Promise<void> {
  await sql`delete from report_run where created_on < now() - make_interval(days => ${LISTED_DAYS}::int)`.execute(tx)
}

/** Returns whether any of the work centers (null = all) has a shift on the dates, of one start where it is given. */
export async function hasShifts(
  { tx, companyId }: Tenant,
  { workCenterIds, from, to, shiftStart }: Pick<ReportRequest, 'from' | 'shiftStart' | 'to' | 'workCenterIds'>,
): Promise<boolean> {
  const { rows } = await sql`select from shift where company_id = ${companyId} and shift_date >= ${from}::date and shift_date < ${to}::date
    and (${shiftStart}::int8 is null or start_at = ${shiftStart}::int8)
    and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[])) limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns the work centers of the groups, archived ones included. */
export async function listIdsOfGroups({ tx, companyId }: Tenant, groupIds: readonly number[]): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{
    id: WorkCenterId
  }>`select id from work_center where company_id = ${companyId} and group_id = any(${groupIds}::int[])
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the shifts of the dates that start at the instant. */
export async function listShiftIds(
  { tx, companyId }: Tenant,
  { from, to, shiftStart }: Pick<ReportRequest, 'from' | 'shiftStart' | 'to'>,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select id from shift where company_id = ${companyId} and shift_date >= ${from}::date
    and shift_date < ${to}::date and start_at = ${shiftStart}::int8`.execute(tx)
  return rows.map(({ id }) => id)
}
