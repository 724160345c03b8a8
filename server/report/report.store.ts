import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { ReportRequest } from './reportRequest.ts'

/** A report that somebody asked for, with what became of its file. Instants are ms UTC. */
export type StoredRun = {
  readonly id: string
  readonly request: ReportRequest
  readonly createdAt: Date
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

/** Returns the ids of the new run and its file, which is to be made. */
export async function insertRun(
  tenant: Tenant,
  request: ReportRequest,
  userId: UserId,
): Promise<{ readonly runId: string; readonly renderingId: string }> {
  const { rows } = await sql<{ run_id: string; id: string }>`
    with run as (
      insert into report_run (company_id, type, date_from, date_to, shift_start_at, user_id)
      values (${tenant.companyId}, ${request.type}, ${request.from}::date, ${request.to}::date, ${request.shiftStart}, ${userId}) returning id
    )
    insert into report_rendering (company_id, run_id, class, request)
    select ${tenant.companyId}, run.id, 'OWN', ${JSON.stringify(request)}::jsonb from run returning run_id, id`.execute(tenant.tx)
  const [row] = rows
  if (row === undefined) throw new Error('the report was not stored')
  return { runId: row.run_id, renderingId: row.id }
}

/** Stores which job makes the file. */
export async function setJob({ tx, companyId }: Tenant, id: string, jobId: string): Promise<void> {
  await tx.updateTable('report_rendering').set({ job_id: jobId }).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Stores the file that was made. */
export async function setFile({ tx, companyId }: Tenant, id: string, fileId: string): Promise<void> {
  await tx.updateTable('report_rendering').set({ file_id: fileId }).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Returns what the file is made from, for whom, and whether it was made; null when there is none of the id. */
export async function findRendering(
  { tx, companyId }: Tenant,
  id: string,
): Promise<{ readonly request: unknown; readonly userId: UserId | null; readonly fileId: string | null } | null> {
  const row = await tx
    .selectFrom('report_rendering as d')
    .innerJoin('report_run as r', (join) => join.onRef('r.company_id', '=', 'd.company_id').onRef('r.id', '=', 'd.run_id'))
    .select(['d.request', 'r.user_id', 'd.file_id'])
    .where('d.company_id', '=', companyId)
    .where('d.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { request: row.request, userId: row.user_id, fileId: row.file_id }
}

/** Returns the newest reports of the person, or the one of the id. */
export async function listRuns(
  { tx, companyId }: Tenant,
  { userId, id = null, limit }: { readonly userId: UserId; readonly id?: string | null; readonly limit: number },
): Promise<readonly StoredRun[]> {
  const { rows } = await sql<
    Omit<StoredRun, 'file'> & { file: (Omit<StoredReportFile, 'expiresOn'> & { readonly expiresOn: string }) | null }
  >`
    select r.id, d.request, r.created_on as "createdAt", j.state as "jobState", j.progress, j.error_id as "errorId",
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type, 'sizeBytes', f.size,
        'expiresOn', f.expires_on, 'isGone', f.state <> 'READY' or f.expires_on <= now()) end as file
    from report_run r
    join report_rendering d on d.company_id = r.company_id and d.run_id = r.id
    left join job_run j on j.company_id = r.company_id and j.id = d.job_id
    left join file f on f.company_id = r.company_id and f.id = d.file_id
    where r.company_id = ${companyId} and r.user_id = ${userId} and (${id}::uuid is null or r.id = ${id}::uuid)
      and r.created_on > now() - make_interval(days => ${LISTED_DAYS}::int)
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

/** Returns whether any of the work centers (null = all) has a shift on the dates. */
export async function hasShifts(
  { tx, companyId }: Tenant,
  { workCenterIds, from, to }: Pick<ReportRequest, 'from' | 'to' | 'workCenterIds'>,
): Promise<boolean> {
  const { rows } = await sql`select from shift where company_id = ${companyId} and shift_date >= ${from}::date and shift_date < ${to}::date
    and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[])) limit 1`.execute(tx)
  return rows.length > 0
}
