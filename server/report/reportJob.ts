import { z } from 'zod'
import { defineJob } from '#server/jobs/defineJob.ts'

/** Makes one file of a report. */
export const REPORT_JOB = defineJob({ kind: 'REPORT', scope: 'COMPANY', payload: z.strictObject({ renderingId: z.uuid() }) })
