import type { CompanyId, UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { findMembership } from '#server/company/membership.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { findLiveKey, markKeyUsed } from './apiKey.store.ts'
import { apiKeyHash, hasSecretForm } from './apiKeySecret.ts'

export const REQUESTS_A_MINUTE = 600

/** The caller behind a key: its creator, in the key's company, with the creator's current role there. */
export type KeyHolder = {
  readonly apiKeyId: string
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly membership: Membership
}

/** Returns who asks with the bearer; null alike for a key that is unknown, revoked, expired, of another company or of somebody who is no member any more. */
export type KeyCheck = (bearer: string, asked: KeyUse) => Promise<KeyHolder | null>

type KeyUse = {
  /** The company that the request names, null for none. */
  readonly companyId: string | null
  /** Whether an open connection only looks up whether it may stay: that is neither counted nor noted as a use. */
  readonly isRecheck: boolean
}

type Deps = { readonly database: Database; readonly now: () => number }

/**
 * Returns the check of keys. It reads the database each time, so a revoked key or a demoted creator counts with the next request. Over 600 requests
 * a minute with one bearer it refuses TOO_MANY_REQUESTS without a lookup, whether or not the key exists.
 */
export function createKeyCheck({ database, now }: Deps): KeyCheck {
  const limiter = createAttemptLimiter({ failures: REQUESTS_A_MINUTE, windowMs: MINUTE_MS })
  return async (bearer, { companyId, isRecheck }) => {
    if (!hasSecretForm(bearer)) return null
    const hash = apiKeyHash(bearer)
    const waitMs = isRecheck ? 0 : limiter.take(hash, now())
    if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
    return database.inSystem(async (tx) => {
      const at = now()
      const key = await findLiveKey(tx, hash, new Date(at))
      if (key === null || (companyId !== null && companyId !== key.companyId)) return null
      const membership = await findMembership(tx, key.companyId, key.userId)
      if (membership === null) return null
      if (!isRecheck && (key.lastUsedAt === null || key.lastUsedAt + MINUTE_MS <= at)) await markKeyUsed(tx, key, new Date(at))
      return { apiKeyId: key.id, companyId: key.companyId, userId: key.userId, membership }
    })
  }
}
