import { z } from 'zod'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import type { JobState } from '#server/company/jobRun.store.ts'
import { findOwnRun } from '#server/company/jobRun.store.ts'
import type { Database } from '#server/db/database.ts'
import type { NewFile } from '#server/file/file.store.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { defineJob, GiveUp } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { storeResult } from '#server/jobs/jobRun.store.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { Refusal } from '#server/refusal.ts'
import { requireOccurrence } from '#server/checklist/answering.service.ts'

const payload = z.strictObject({ userId: z.uuid(), occurrenceId: z.number().int(), language: z.enum(LANGUAGES), name: z.string() })
const CHECKLIST_PRINT = defineJob({ kind: 'CHECKLIST_PRINT', scope: 'COMPANY', payload })
const ASK_AGAIN_MS = 200

/** A run that is being made into a PDF, or was; `fileId` null = not yet, or never. */
export type RunPrint = { readonly id: string; readonly state: JobState; readonly fileId: string | null }

type Asker = { readonly companyId: CompanyId; readonly userId: UserId }
type Deps = { readonly database: Pick<Database, 'inTenant'> }

/** Returns the id of the job that makes the PDF of the run. Refuses one that the person may not see, and EXPORT_RUNS while their PDF of it is being made. */
export async function requestRunPrint(
  { database }: Deps,
  { companyId, userId }: Asker,
  visible: ReadonlySet<number> | null,
  { occurrenceId, language }: { readonly occurrenceId: number; readonly language: Language },
): Promise<string> {
  return await database.inTenant(companyId, async (tenant) => {
    await requireOccurrence(tenant, occurrenceId, visible)
    const name = `checklist-${occurrenceId}.pdf`
    const options = { singletonKey: `checklist/${userId}/${occurrenceId}`, subject: name, userId }
    const id = await enqueue(tenant, CHECKLIST_PRINT, { userId, occurrenceId, language, name }, options)
    if (id === null) throw new Refusal({ code: 'EXPORT_RUNS' })
    return id
  })
}

/** Returns how far the PDF is, once it is there or will never be, or after the time. Refuses FILE_NOT_FOUND for that of somebody else. */
export async function waitForPrint({ database }: Deps, { companyId, userId }: Asker, id: string, waitMs: number): Promise<RunPrint> {
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const run = await database.inTenant(companyId, (tenant) => findOwnRun(tenant, { id, userId, kind: 'CHECKLIST_PRINT' }))
    if (run === null) throw new Refusal({ code: 'FILE_NOT_FOUND', field: 'id' })
    if (run.fileId !== null || run.state === 'FAILED' || run.state === 'CANCELLED' || performance.now() >= giveUpAt) return run
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

/** Has PDFs of checklists made by jobs of this process, in the thread for heavy work. */
export function printRuns(
  jobs: Pick<Jobs, 'handle'>,
  deps: { readonly database: Pick<Database, 'inSystem' | 'inTenant'>; readonly thread: WorkerThread },
): void {
  const { database, thread } = deps
  jobs.handle(CHECKLIST_PRINT, async ({ userId, occurrenceId, language, name }, { id, companyId, signal }) => {
    const pieces = thread.run({ name: 'CHECKLIST_PDF', companyId, occurrenceId, language }, { signal })
    const file: NewFile = {
      kind: 'PRINT',
      name,
      contentType: 'application/pdf',
      userId: asId<UserId>(userId),
      needs: { action: 'READ', subject: 'CHECKLISTS' },
    }
    const written = await writeFile({ database }, companyId, file, pieces).catch((error: unknown) => {
      throw error instanceof Refusal ? new GiveUp(error.message) : error
    })
    await database.inSystem((tx) => storeResult(tx, id, written.id))
  })
}
