import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { NewFile } from '#server/file/file.store.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { defineJob, GiveUp } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { storeResult } from '#server/jobs/jobRun.store.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { Refusal } from '#server/refusal.ts'

const COMPANY_EXPORT = defineJob({ kind: 'COMPANY_EXPORT', scope: 'COMPANY', payload: z.strictObject({ userId: z.uuid() }) })

type Deps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }

/**
 * Returns the id of the job that writes all data of the company into an archive. Refuses EXPORT_RUNS while one of the company waits or runs, and
 * TOO_MANY_EXPORTS within 24 hours of one that was written. Who asked is in the audit log.
 */
export async function requestCompanyExport(
  { database, now }: Deps,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
): Promise<string> {
  const id = await database.inTenant(companyId, async (tenant) => {
    if (await wasExportedSince(tenant, new Date(now() - DAY_MS))) throw new Refusal({ code: 'TOO_MANY_EXPORTS', params: { max: 1 } })
    // What grows is written rarely; the archive is of what is written.
    await tenant.settle?.(null, Number.MAX_SAFE_INTEGER)
    const options = { singletonKey: 'company', subject: nameOf(companyId, now()), userId }
    const added = await enqueue(tenant, COMPANY_EXPORT, { userId }, options)
    if (added !== null)
      await writeAudit(tenant, { userId, at: new Date(now()), action: 'EXPORT_COMPANY', subject: `company ${companyId}`, details: {} })
    return added
  })
  if (id === null) throw new Refusal({ code: 'EXPORT_RUNS' })
  return id
}

/** Has archives of companies written by jobs of this process, in a thread of their own. */
export function exportCompanies(
  jobs: Pick<Jobs, 'handle'>,
  {
    database,
    thread,
    now = Date.now,
  }: { readonly database: Pick<Database, 'inSystem' | 'inTenant'>; readonly thread: WorkerThread; readonly now?: () => number },
): void {
  jobs.handle(COMPANY_EXPORT, async (payload, { id, companyId, signal, progress }) => {
    const bytes = thread.run(
      { name: 'COMPANY_ZIP', companyId, now: now() },
      { signal, onProgress: (percent) => void progress(percent).catch(() => undefined) },
    )
    const file: NewFile = {
      kind: 'EXPORT',
      name: nameOf(companyId, now()),
      contentType: 'application/zip',
      userId: asId<UserId>(payload.userId),
      needs: { action: 'MODIFY', subject: 'COMPANY_SETTINGS' },
    }
    const written = await writeFile({ database }, companyId, file, bytes).catch((error: unknown) => {
      throw error instanceof Refusal ? new GiveUp(error.message) : error
    })
    await database.inSystem((tx) => storeResult(tx, id, written.id))
  })
}

async function wasExportedSince({ tx, companyId }: Tenant, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('job_run')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'COMPANY_EXPORT')
    .where('state', '=', 'DONE')
    .where('created_on', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

function nameOf(companyId: CompanyId, now: number): string {
  return `${companyId}-${new Date(now).toISOString().slice(0, 10)}.zip`
}
