import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** A job of a company that was given up; `errorId` = of the failure in the log. */
export type FailedJob = { readonly id: string; readonly kind: string; readonly endedOn: Date | null; readonly errorId: string | null }

/** Returns the failed jobs of the company, the newest first. */
export async function listFailedJobs({ tx, companyId }: Tenant, limit: number): Promise<readonly FailedJob[]> {
  const { rows } = await sql<FailedJob>`select id, kind, ended_on as "endedOn", error_id as "errorId" from job_run
    where company_id = ${companyId} and state = 'FAILED' order by ended_on desc, id limit ${limit}`.execute(tx)
  return rows
}
