import { z } from 'zod'
import { defineJob } from '#server/jobs/defineJob.ts'

/** Hands one e-mail to the mail server. The e-mail may be of a company; the job is the system's, since no request reads e-mails. */
export const EMAIL_JOB = defineJob({ kind: 'EMAIL', scope: 'SYSTEM', payload: z.strictObject({ emailId: z.uuid() }) })
