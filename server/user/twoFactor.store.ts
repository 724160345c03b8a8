import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** The second factor of an account; the secret is encrypted. */
export type TwoFactor = {
  readonly email: string
  readonly sealedSecret: string | null
  readonly isOn: boolean
  /** ms UTC; null = not locked. */
  readonly lockedUntil: number | null
}

/** Returns the second factor of the account, locked until the transaction ends, so that guesses are serialised; null without one. */
export async function lockTwoFactor(tx: Transaction<DB>, userId: UserId): Promise<TwoFactor | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(['email', 'totp_secret', 'totp_confirmed_on', 'locked_until'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    email: row.email,
    sealedSecret: row.totp_secret,
    isOn: row.totp_confirmed_on !== null,
    lockedUntil: row.locked_until?.getTime() ?? null,
  }
}

/** Stores a secret that waits for its first right code. */
export async function storeSecret(tx: Transaction<DB>, userId: UserId, sealedSecret: string): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_secret: sealedSecret, totp_confirmed_on: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute()
}

/** Switches the second factor on; the code of the period is used. */
export async function confirmSecret(tx: Transaction<DB>, userId: UserId, step: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_confirmed_on: sql<Date>`now()`, totp_last_step: step })
    .where('id', '=', userId)
    .execute()
}

/** Returns whether the code of the period was not used yet, nor a later one, and marks it as used. */
export async function takeStep(tx: Transaction<DB>, userId: UserId, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('app_user')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((user) => user.or([user('totp_last_step', 'is', null), user('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets the second factor and its recovery codes. */
export async function clearTwoFactor(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_secret: null, totp_confirmed_on: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Stores new recovery codes in place of all older ones; only their hashes. */
export async function replaceRecoveryCodes(tx: Transaction<DB>, userId: UserId, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** Returns whether the recovery code was unused, and marks it as used. */
export async function takeRecoveryCode(tx: Transaction<DB>, userId: UserId, hash: string): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_code')
    .set({ used_on: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_on', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
