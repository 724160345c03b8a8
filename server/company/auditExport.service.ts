import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { NewFile } from '#server/file/file.store.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { defineJob, GiveUp } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { storeResult } from '#server/jobs/jobRun.store.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { AuditCsvFilter } from '#server/jobs/worker/auditCsv.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { Refusal } from '#server/refusal.ts'

const filter = z.strictObject({
  userId: z.uuid().nullable(),
  action: z.string().max(100).nullable(),
  start: z.number().nullable(),
  end: z.number().nullable(),
})
const AUDIT_EXPORT = defineJob({ kind: 'EXPORT', scope: 'COMPANY', payload: z.strictObject({ userId: z.uuid(), filter }) })

/** Returns the id of the job that writes the log into a file; refuses CONFLICT while one of the same person waits or runs. */
export async function requestAuditExport(
  { database }: { readonly database: Pick<Database, 'inTenant'> },
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  wanted: AuditCsvFilter,
): Promise<string> {
  const options = { singletonKey: `audit/${userId}`, subject: 'audit-log.csv', userId }
  const id = await database.inTenant(companyId, (tenant) => enqueue(tenant, AUDIT_EXPORT, { userId, filter: wanted }, options))
  if (id === null) throw new Refusal({ code: 'EXPORT_RUNS' })
  return id
}

/** Has exports of logs written by jobs of this process, in the thread for heavy work. */
export function exportAuditLogs(
  jobs: Pick<Jobs, 'handle'>,
  deps: { readonly database: Pick<Database, 'inSystem' | 'inTenant'>; readonly thread: WorkerThread },
): void {
  const { database, thread } = deps
  jobs.handle(AUDIT_EXPORT, async (payload, { id, companyId, signal, progress }) => {
    const lines = thread.run(
      { name: 'AUDIT_CSV', companyId, filter: payload.filter },
      { signal, onProgress: (percent) => void progress(percent).catch(() => undefined) },
    )
    const file: NewFile = {
      kind: 'EXPORT',
      name: `audit-log-${new Date().toISOString().slice(0, 10)}.csv`,
      contentType: 'text/csv; charset=utf-8',
      userId: asId<UserId>(payload.userId),
      needs: { action: 'MODIFY', subject: 'COMPANY_USERS' },
    }
    const written = await writeFile({ database }, companyId, file, lines).catch((error: unknown) => {
      throw error instanceof Refusal ? new GiveUp(error.message) : error
    })
    await database.inSystem((tx) => storeResult(tx, id, written.id))
  })
}
