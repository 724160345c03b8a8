import type { CompanyId, UserId } from '#engine/ids.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { FILE_PATH } from '#server/file/file.store.ts'
import { createPeopleNames } from './peopleNames.ts'
import { listRuns } from './report.store.ts'
import type { StoredRun } from './report.store.ts'

/** A report that a person asked for, and where its file is. */
export type ReportRun = StoredRun & {
  readonly status: 'EXPIRED' | 'FAILED' | 'PREPARING' | 'READY'
  readonly path: string | null
  readonly lastDate: string
}

const MOST_LISTED = 100

/** Returns the reports of the person, the newest first, or the one of the id. */
export async function listOwnRuns(
  inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>,
  asked: { readonly userId: UserId; readonly id?: string },
): Promise<readonly ReportRun[]> {
  const runs = await inTenant((tenant) => listRuns(tenant, { ...asked, limit: MOST_LISTED }))
  return runs.map(reportRun)
}

/** Returns the run with what its job and file say of it. */
export function reportRun(run: StoredRun): ReportRun {
  const status = statusOf(run)
  return {
    ...run,
    status,
    path: status === 'READY' && run.file !== null ? `${FILE_PATH}/${run.file.id}` : null,
    lastDate: dayBefore(run.request.to),
  }
}

/** Returns how the person is named on the page about a report. */
export async function callerName(
  database: Pick<Database, 'inSystem'>,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
): Promise<string> {
  const names = createPeopleNames(database, companyId)
  await names.learn([userId])
  return names.name(userId) ?? ''
}

/** A file that is gone had a row; after that row, the job tells, and after the job it is only known that it was. */
function statusOf({ file, jobState }: StoredRun): ReportRun['status'] {
  if (file !== null) return file.isGone ? 'EXPIRED' : 'READY'
  if (jobState === 'WAITING' || jobState === 'RUNNING') return 'PREPARING'
  return jobState === 'FAILED' || jobState === 'CANCELLED' ? 'FAILED' : 'EXPIRED'
}
