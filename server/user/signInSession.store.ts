import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** A sign-in whose password was right, and whose second factor is still asked for. */
export const PENDING_SIGN_IN = 'PendingSignIn'

/**
 * Ends the person's sign-in sessions except one, and sign-ins that are not finished: those that wait for their second factor, and those whose result no
 * browser has fetched yet. Tokens of an ended session are good for nothing.
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
