import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'

/** Who a verified access token speaks for. Membership and role are looked up per request, never taken from the token. */
export type Principal = {
  readonly userId: UserId
  /** The company of the token; null when the person has none, or the token's issuer names none. */
  readonly companyId: CompanyId | null
  /** The sign-in session behind the token; absent or null for tokens of other issuers. */
  readonly sessionId?: string | null
  /** The only companies for which the token's issuer may speak; absent = all. */
  readonly onlyCompanyIds?: readonly CompanyId[]
}

/**
 * Returns the company of a request: the tenant header, else the company of the token. Null without either, when they disagree, or when the token's
 * issuer may not speak for it. The caller still checks the membership.
 */
export function companyOfRequest(principal: Principal, tenantHeader: string | undefined): CompanyId | null {
  const asked = tenantHeader === undefined || tenantHeader === '' ? principal.companyId : asId<CompanyId>(tenantHeader)
  if (asked === null || !/^[A-Z0-9]{5}$/.test(asked)) return null
  if (principal.companyId !== null && principal.companyId !== asked) return null
  if (principal.onlyCompanyIds !== undefined && !principal.onlyCompanyIds.includes(asked)) return null
  return asked
}
