import { z } from 'zod'
import { defineJob } from '#server/jobs/defineJob.ts'

/** Asks for the files of a period of a subscription, by what each recipient may read then. */
export const PLAN_JOB = defineJob({ kind: 'REPORT_PLAN', scope: 'COMPANY', payload: z.strictObject({ runId: z.uuid() }) })
