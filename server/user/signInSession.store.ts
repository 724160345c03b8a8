import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** A sign-in with a checked password that waits for its second factor. */
export const PENDING_SIGN_IN = 'PendingSignIn'

/**
 * Ends the person's sessions except one, and unfinished sign-ins: those that wait for a second factor or whose result no browser has fetched. Tokens
 * of an ended session are invalid.
 */
export async function endSessions(tx: Transaction<DB>, userId: UserId, exceptSessionId: string | null): Promise<void> {
  await tx
    .deleteFrom('oidc_payload')
    .where('model', 'in', ['Session', PENDING_SIGN_IN])
    .where(sql<string>`payload ->> 'accountId'`, '=', userId)
    .where(sql<boolean>`(${exceptSessionId}::text is null or uid is distinct from ${exceptSessionId})`)
    .execute()
  await tx
    .deleteFrom('oidc_payload')
    .where('model', '=', 'Interaction')
    .where(sql<string>`payload #>> '{result,login,accountId}'`, '=', userId)
    .execute()
}
