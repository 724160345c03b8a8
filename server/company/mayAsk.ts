import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { CompanyId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { DEMO_EMAIL_DOMAIN } from '#engine/user/demoPerson.ts'
import { hasMemberOfDomain } from './membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'

const CHECKS_A_MINUTE = 10
/** Checks of the companies of a database. */
const checksOf = new WeakMap<Database, ReturnType<typeof createAttemptLimiter>>()

/** Returns whether the company belongs to the demo, whose passwords everybody knows: it asks no other system (domain.md IN-13). */
export async function isOfDemo({ database }: { readonly database: Database }, companyId: CompanyId): Promise<boolean> {
  return companyId === DEMO_COMPANY_ID || (await database.inSystem((tx) => hasMemberOfDomain(tx, companyId, DEMO_EMAIL_DOMAIN)))
}

/** Refuses DEMO_ACCOUNT where the server is to ask another system for a company of the demo. */
export async function requireNoDemo(deps: { readonly database: Database }, companyId: CompanyId): Promise<void> {
  if (await isOfDemo(deps, companyId)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
}

/** Counts an address that somebody has the server ask; over 10 a minute and company it refuses TOO_MANY_REQUESTS (domain.md IN-13). */
export function takeCheck({ database }: { readonly database: Database }, companyId: CompanyId, now: number): void {
  const checks = checksOf.get(database) ?? createAttemptLimiter({ failures: CHECKS_A_MINUTE, windowMs: MINUTE_MS })
  checksOf.set(database, checks)
  const waitMs = checks.take(companyId, now)
  if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
}
