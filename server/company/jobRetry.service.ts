import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { jobEnvelope } from '#server/jobs/defineJob.ts'
import { insertJob } from '#server/jobs/enqueue.ts'
import { kindOf } from '#server/jobs/jobKinds.ts'
import { deadAmong, takeDead } from '#server/jobs/jobRun.store.ts'
import { Refusal } from '#server/refusal.ts'
import { writeAudit } from './audit.store.ts'
import type { JobRun } from './jobRun.store.ts'

/** Returns the company's jobs with whether each can be run again. */
export async function withRetryable(
  { database }: { readonly database: Pick<Database, 'inSystem'> },
  companyId: CompanyId,
  runs: readonly JobRun[],
): Promise<readonly (JobRun & { readonly isRetryable: boolean })[]> {
  const failed = runs.filter(({ state }) => state === 'FAILED').map(({ id }) => id)
  // Requests cannot read the queue itself.
  const dead = failed.length === 0 ? null : await database.inSystem((tx) => deadAmong(tx, companyId, failed))
  return runs.map((run) => ({ ...run, isRetryable: dead?.has(run.id) ?? false }))
}

/**
 * Adds the company's job that failed at every try once more, as a job of its own, and returns its id; the failed one stays in the list. Refuses
 * JOB_NOT_DEAD for others: a job that waits or is done, one of another company, or one that somebody else has run again.
 */
export async function retryJob(
  { database, now }: { readonly database: Pick<Database, 'inSystem'>; readonly now: () => number },
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  id: string,
): Promise<string> {
  return database.inSystem(async (tx) => {
    const dead = await takeDead(tx, companyId, id)
    if (dead === null) throw new Refusal({ code: 'JOB_NOT_DEAD', params: { id } })
    const envelope = jobEnvelope.parse(dead.data)
    const { subject, userId: askedBy } = dead
    const kind = kindOf(envelope.kind)
    if (kind === null) throw new Refusal({ code: 'JOB_NOT_DEAD', params: { id } })
    const options = { ...(subject !== null && { subject }), ...(askedBy !== null && { userId: askedBy }) }
    const added = await insertJob({ tx, companyId }, kind, envelope, options)
    if (added === null) throw new Error('a job without a key of its own was not added')
    const about = `job ${subject ?? envelope.kind}`
    const details = { jobId: id, newJobId: added }
    await writeAudit({ tx, companyId }, { userId, at: new Date(now()), action: 'RETRY_JOB', subject: about, details })
    return added
  })
}
