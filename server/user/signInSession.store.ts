import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** A sign-in whose password was right, and whose second factor is still asked for. */
export const PENDING_SIGN_IN = 'PendingSignIn'

/** Ends the person's sign-in sessions except one, and sign-ins that wait for their second factor: tokens of an ended session are good for nothing. */
export async function endSessions(tx: Transaction<DB>, userId: UserId, exceptSessionId: string | null): Promise<void> {
  await tx
    .deleteFrom('oidc_payload')
    .where('model', 'in', ['Session', PENDING_SIGN_IN])
    .where(sql<string>`payload ->> 'accountId'`, '=', userId)
    .where(sql<boolean>`(${exceptSessionId}::text is null or uid is distinct from ${exceptSessionId})`)
    .execute()
}
