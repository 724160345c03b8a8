import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { ordered } from '#server/db/boundedPage.ts'
import type { Order, OrderTable, PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

export const JOB_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobState = (typeof JOB_STATES)[number]

/** A background job of the company, as people see it. */
export type JobRun = {
  readonly id: string
  readonly kind: string
  readonly subject: string | null
  readonly state: JobState
  /** Percent; null = not told. */
  readonly progress: number | null
  readonly attempts: number
  readonly error: string | null
  readonly errorId: string | null
  readonly createdAt: Date
  readonly dueAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly userId: UserId | null
  /** The file that it made, while it can be read. */
  readonly file: { readonly id: string; readonly name: string; readonly size: number; readonly expiresAt: Date } | null
}

export type JobRunFilter = { readonly state?: JobState | null | undefined; readonly kind?: string | null | undefined }

/** By what jobs can be sorted. */
export const JOB_RUN_ORDER_FIELDS = ['CREATED_AT'] as const
export type JobRunOrderField = (typeof JOB_RUN_ORDER_FIELDS)[number]

const ORDER: OrderTable<JobRunOrderField> = { CREATED_AT: [sql.ref('r.created_on'), sql.ref('r.id')] }

export const NEWEST_FIRST = { field: 'CREATED_AT', isDescending: true } as const

/** Returns a page of the company's jobs, the newest first unless asked otherwise, and how many the filter leaves. */
export async function listJobRuns(
  tenant: Tenant,
  { state, kind }: JobRunFilter,
  page: PageRange,
  order: Order<JobRunOrderField> = NEWEST_FIRST,
): Promise<{ readonly items: readonly JobRun[]; readonly totalItems: number }> {
  const matching = tenant.tx
    .selectFrom('job_run as r')
    .where('r.company_id', '=', tenant.companyId)
    .$if(state != null, (runs) => runs.where('r.state', '=', state ?? 'WAITING'))
    .$if(kind != null, (runs) => runs.where('r.kind', '=', kind ?? ''))
  const [rows, total] = await Promise.all([
    ordered(matching, ORDER, order)
      .leftJoin('file as f', (join) =>
        join
          .onRef('f.company_id', '=', 'r.company_id')
          .onRef('f.id', '=', 'r.file_id')
          .on('f.state', '=', 'READY')
          .on('f.expires_on', '>', sql<Date>`now()`),
      )
      .selectAll('r')
      .select(['f.name as file_name', 'f.size as file_size', 'f.expires_on as file_expires_on'])
      .limit(page.size)
      .offset((page.page - 1) * page.size)
      .execute(),
    matching.select((one) => one.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    totalItems: Number(total.count),
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      state: oneOf(JOB_STATES, row.state),
      progress: row.progress,
      attempts: row.attempts,
      error: row.error,
      errorId: row.error_id,
      createdAt: row.created_on,
      dueAt: row.due_on,
      startedAt: row.started_on,
      endedAt: row.ended_on,
      userId: row.user_id === null ? null : asId<UserId>(row.user_id),
      file:
        row.file_id === null || row.file_name === null || row.file_expires_on === null
          ? null
          : { id: row.file_id, name: row.file_name, size: row.file_size ?? 0, expiresAt: row.file_expires_on },
    })),
  }
}

/** Returns the job of the person, with the file that it made while that can be read; null = it is not theirs, or of another kind. */
export async function findOwnRun(
  tenant: Tenant,
  { id, userId, kind }: { readonly id: string; readonly userId: UserId; readonly kind: string },
): Promise<{ readonly id: string; readonly state: JobState; readonly fileId: string | null } | null> {
  const { rows } = await sql<{ state: string; fileId: string | null }>`select r.state, f.id as "fileId" from job_run r
    left join file f on f.company_id = r.company_id and f.id = r.file_id and f.state = 'READY' and f.expires_on > now()
    where r.company_id = ${tenant.companyId} and r.id = ${id}::uuid and r.user_id = ${userId}::uuid and r.kind = ${kind}`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { id, state: oneOf(JOB_STATES, row.state), fileId: row.fileId }
}
