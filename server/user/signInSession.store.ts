import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** Ends the person's sign-in sessions except one: their refresh tokens die with them, access tokens within their minutes. */
export async function endSessions(tx: Transaction<DB>, userId: UserId, exceptSessionId: string | null): Promise<void> {
  await tx
    .deleteFrom('oidc_payload')
    .where('model', '=', 'Session')
    .where(sql<string>`payload ->> 'accountId'`, '=', userId)
    .where(sql<boolean>`uid is distinct from ${exceptSessionId}`)
    .execute()
}
