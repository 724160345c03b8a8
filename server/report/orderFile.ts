import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { setJob } from './report.store.ts'
import { REPORT_JOB } from './reportJob.ts'
import { titleOfReport } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'

/** Has the file of a run made by a job. */
export async function orderFile(
  tenant: Tenant,
  { renderingId, request, userId }: { readonly renderingId: string; readonly request: ReportRequest; readonly userId?: UserId },
): Promise<void> {
  const subject = `${titleOfReport(request, request.language)} ${request.from}`
  const options = { singletonKey: renderingId, subject, ...(userId !== undefined && { userId }) }
  const jobId = await enqueue(tenant, REPORT_JOB, { renderingId }, options)
  if (jobId !== null) await setJob(tenant, renderingId, jobId)
}
