/** A process that runs jobs and is killed in the middle of one: it adds a team, says so, and never ends. `DATABASE_URL` names a migrated database. */
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'

const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? '', poolSize: 3 })
const jobs = createJobs({ database, log: createLog('silent') })
jobs.handle(
  defineJob({ kind: 'CALIBRATION', scope: 'COMPANY', payload: z.strictObject({ id: z.uuid() }) }),
  async ({ id }, { inTenant, companyId }) => {
    await inTenant(({ tx }) => tx.insertInto('team').values({ id, company_id: companyId, name: 'made by a job' }).execute())
    process.stdout.write('begun\n')
    await new Promise(() => undefined)
  },
)
await jobs.start()
