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
type Deps = { readonly database: Database; readonly health: () => Promise<Health>; readonly now: () => number }

/** Each check counts over all companies: however often people ask, it is done once in so long. */
const HEALTH_KEPT_MS = 10_000
const kept = new WeakMap<Deps['health'], { readonly at: number; readonly answer: Promise<Health> }>()

function keptHealth(health: Deps['health'], now: number): Promise<Health> {
  const last = kept.get(health)
  if (last !== undefined && Math.abs(now - last.at) < HEALTH_KEPT_MS) return last.answer
  const answer = health()
  kept.set(health, { at: now, answer })
  answer.catch(() => kept.delete(health))
  return answer
}

/**
 * Returns what goes with a question where its asker says so (domain.md HP-1): versions, the state of each part, of now or up to ten seconds before, without
 * its details, which may name others, and the failed jobs of the company alone.
 */
export async function supportDiagnostics(
  { database, health, now }: Deps,
  { companyId }: Pick<Membership, 'companyId'>,
): Promise<SupportDiagnostics> {
  const [{ version, schema, parts }, failedJobs] = await Promise.all([
    keptHealth(health, now()),
    database.inTenant(companyId, (tenant) => listFailedJobs(tenant, MOST_FAILED_JOBS)),
  ])
  return { version, schema, parts: Object.entries(parts).map(([name, { status }]) => ({ name, status })), failedJobs }
}
