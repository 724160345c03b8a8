import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import { PENDING_SIGN_IN } from '#server/user/signInSession.store.ts'

/** A sign-in with a checked password that still needs its code. It belongs to one interaction, and ends when the password changes. */
export type PendingSignIn = { readonly userId: UserId; readonly remember: boolean }

const LIFETIME_MINUTES = 10

const stored = z.object({ accountId: z.string(), remember: z.boolean() })

/** Keeps the sign-in for ten minutes under its interaction, in place of an earlier one. */
export async function keepPendingSignIn(tx: Transaction<DB>, interaction: string, { userId, remember }: PendingSignIn): Promise<void> {
  const payload = JSON.stringify({ accountId: userId, remember })
  const expiresOn = sql<Date>`now() + make_interval(mins => ${LIFETIME_MINUTES})`
  await tx
    .insertInto('oidc_payload')
    .values({ model: PENDING_SIGN_IN, id: interaction, payload, expires_on: expiresOn })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet({ payload, expires_on: expiresOn }))
    .execute()
}

/** Returns the sign-in that waits in the interaction, or null. */
export async function findPendingSignIn(tx: Transaction<DB>, interaction: string): Promise<PendingSignIn | null> {
  const row = await tx
    .selectFrom('oidc_payload')
    .select('payload')
    .where('model', '=', PENDING_SIGN_IN)
    .where('id', '=', interaction)
    .where('expires_on', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) return null
  const { accountId, remember } = stored.parse(row.payload)
  return { userId: asId<UserId>(accountId), remember }
}

/** Returns whether the sign-in still waited, and ends it: of two right codes at once one goes on. */
export async function takePendingSignIn(tx: Transaction<DB>, interaction: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('oidc_payload')
    .where('model', '=', PENDING_SIGN_IN)
    .where('id', '=', interaction)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
