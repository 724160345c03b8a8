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

/** Where the ERP of the demo company stands: in this process, and for that company alone (decision demo-erp). */
export const DEMO_ERP_URL = 'https://odoo.demo.example'

/** Returns whether it is the demo company that asks the product's own ERP. */
export function isDemoErp(companyId: CompanyId, serviceUrl: string): boolean {
  return companyId === DEMO_COMPANY_ID && serviceUrl === DEMO_ERP_URL
}

/** Refuses DEMO_ACCOUNT where the server is to ask another system for a company of the demo; `serviceUrl` = where it stands, if that is known. */
export async function requireNoDemo(deps: { readonly database: Database }, companyId: CompanyId, serviceUrl = ''): Promise<void> {
  if (isDemoErp(companyId, serviceUrl)) return
  if (await isOfDemo(deps, companyId)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
}

/** Counts an address that somebody has the server ask; over 10 a minute and company it refuses TOO_MANY_REQUESTS (domain.md IN-13). */
export function takeCheck({ database }: { readonly database: Database }, companyId: CompanyId, now: number): void {
  const checks = checksOf.get(database) ?? createAttemptLimiter({ failures: CHECKS_A_MINUTE, windowMs: MINUTE_MS })
  checksOf.set(database, checks)
  const waitMs = checks.take(companyId, now)
  if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
}
