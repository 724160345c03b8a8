import { z } from 'zod'
import type { CompanyId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** Runs an integration when its time has come, and says what waits. */
export const INTEGRATION_JOB = defineJob({ kind: 'INTEGRATION', scope: 'COMPANY', payload: z.strictObject({ integrationId: z.uuid() }) })

/** Adds the job of the integration, in the transaction of what it waits for. */
export async function enqueueIntegration(place: { readonly tx: Tenant['tx']; readonly companyId: CompanyId }, id: string): Promise<void> {
  await enqueue(place, INTEGRATION_JOB, { integrationId: id }, { singletonKey: id })
}
