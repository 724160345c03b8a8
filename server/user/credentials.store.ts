import { sql } from 'kysely'
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import { clearAllSources } from './signInSource.store.ts'

/** What the sign-in check needs of an account; instants are milliseconds in UTC. */
export type Credentials = {
  readonly userId: UserId
  readonly passwordHash: string | null
  readonly lockedUntil: number | null
  /** Whether a code is asked for after the password. */
  readonly isTwoFactorOn: boolean
}

/** Returns the account with the name, an e-mail address or login, case-insensitively, or null. */
export async function findCredentials(tx: Transaction<DB>, name: string): Promise<Credentials | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'locked_until', 'totp_confirmed_on'])
    .where(isNamed(name))
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    userId: asId<UserId>(row.id),
    passwordHash: row.password_hash,
    lockedUntil: row.locked_until?.getTime() ?? null,
    isTwoFactorOn: row.totp_confirmed_on !== null,
  }
}

/** Stores a new password hash, or none (no sign-in), and resets failed sign-ins. */
export async function updatePasswordHash(tx: Transaction<DB>, id: UserId, passwordHash: string | null): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: passwordHash, failed_sign_ins: 0, locked_until: null })
    .where('id', '=', id)
    .execute()
  await clearAllSources(tx, id)
}

/** Returns the number of wrong codes in a row after adding some, 0 for an unknown name. */
export async function addFailures(tx: Transaction<DB>, name: string, added: number): Promise<number> {
  const row = await tx
    .updateTable('app_user')
    .set({ failed_sign_ins: sql`failed_sign_ins + ${added}` })
    .where(isNamed(name))
    .returning('failed_sign_ins')
    .executeTakeFirst()
  return row?.failed_sign_ins ?? 0
}

/** Locks the account of the name until the instant (ms UTC), or unlocks it with null. Does nothing for an unknown name. */
export async function lockUntil(tx: Transaction<DB>, name: string, until: number | null): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ locked_until: until === null ? null : new Date(until) })
    .where(isNamed(name))
    .execute()
}

/** Forgets the wrong codes of a user. */
export async function clearFailures(tx: Transaction<DB>, id: UserId): Promise<void> {
  await tx.updateTable('app_user').set({ failed_sign_ins: 0, locked_until: null }).where('id', '=', id).execute()
}

/** An address has an @ and a login has none, so a name means one account at most. */
function isNamed(name: string) {
  return (user: ExpressionBuilder<DB, 'app_user'>) => user.or([user('email', '=', name), user('login', '=', name)])
}
