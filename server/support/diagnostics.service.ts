import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import type { PartState } from '#server/partState.ts'
import { type FailedJob, listFailedJobs } from './diagnostics.store.ts'

export type { FailedJob } from './diagnostics.store.ts'

export const MOST_FAILED_JOBS = 20

export type SupportDiagnostics = {
  readonly version: string
  readonly schema: string
  readonly parts: readonly { readonly name: string; readonly status: PartState['status'] }[]
  readonly failedJobs: readonly FailedJob[]
}

type Health = { readonly version: string; readonly schema: string; readonly parts: Readonly<Record<string, PartState>> }
type Deps = { readonly database: Database; readonly health: () => Promise<Health> }

/**
 * Returns what goes with a question where its asker says so (domain.md HP-1): versions, the state of each part without its details, which may name
 * others, and the failed jobs of the company alone.
 */
export async function supportDiagnostics(
  { database, health }: Deps,
  { companyId }: Pick<Membership, 'companyId'>,
): Promise<SupportDiagnostics> {
  const [{ version, schema, parts }, failedJobs] = await Promise.all([
    health(),
    database.inTenant(companyId, (tenant) => listFailedJobs(tenant, MOST_FAILED_JOBS)),
  ])
  return { version, schema, parts: Object.entries(parts).map(([name, { status }]) => ({ name, status })), failedJobs }
}
