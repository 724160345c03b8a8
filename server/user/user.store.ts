import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** A person who may sign in, in one company or several; never carries the password hash. */
export type User = {
  readonly id: UserId
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly country: string | null
  readonly photo: string | null
  readonly language: string
  readonly timeZone: string | null
}

/** What is left out is unknown: then the address is not proven, and nobody's company made the account. */
export type NewUser = Pick<User, 'email' | 'firstName' | 'lastName' | 'language'> & {
  readonly passwordHash: string | null
  readonly phone?: string | null
  readonly country?: string | null
  /** A name to sign in with besides the address. */
  readonly login?: string | null
  readonly isEmailVerified?: boolean
  /** Whether the person agreed to the terms of use just now. */
  readonly isAgreed?: boolean
  /** The company whose administrator makes the account. */
  readonly madeByCompanyId?: CompanyId | null
}

/** What the sign-in check needs of an account; instants are milliseconds in UTC. */
export type Credentials = { readonly userId: UserId; readonly passwordHash: string | null; readonly lockedUntil: number | null }

const COLUMNS = ['id', 'email', 'first_name', 'last_name', 'phone', 'country', 'photo', 'language', 'time_zone'] as const

/** Returns the user of the id, or null. */
export async function findUser(tx: Transaction<DB>, id: UserId): Promise<User | null> {
  const row = await tx.selectFrom('app_user').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ? toUser(row) : null
}

/** Returns the users of the ids that exist, in no order; for loaders. */
export async function listUsers(tx: Transaction<DB>, ids: readonly UserId[]): Promise<readonly User[]> {
  const rows = await tx.selectFrom('app_user').select(COLUMNS).where('id', 'in', ids).execute()
  return rows.map(toUser)
}

/** Returns the user with the e-mail address in any spelling of its case, or null. */
export async function findUserByEmail(tx: Transaction<DB>, email: string): Promise<User | null> {
  const row = await tx.selectFrom('app_user').select(COLUMNS).where('email', '=', email).executeTakeFirst()
  return row ? toUser(row) : null
}

/** Returns whether anybody can sign in at all; people of these addresses only while they have a password. */
export async function hasUsers(tx: Transaction<DB>, withPasswordOnly: readonly string[]): Promise<boolean> {
  return (
    (await tx
      .selectFrom('app_user')
      .select('id')
      .where((user) => user.or([user('password_hash', 'is not', null), user('email', 'not in', withPasswordOnly)]))
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** Returns the stored user, or null when the e-mail address is already taken. */
export async function insertUser(tx: Transaction<DB>, user: NewUser): Promise<User | null> {
  const row = await tx
    .insertInto('app_user')
    .values({
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      language: user.language,
      password_hash: user.passwordHash,
      phone: user.phone ?? null,
      country: user.country ?? null,
      login: user.login ?? null,
      made_by_company: user.madeByCompanyId ?? null,
      email_verified_on: user.isEmailVerified === true ? sql<Date>`now()` : null,
      agreed_on: user.isAgreed === true ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/** Returns the user with the new names and phone, or null when there is no such user. */
export async function updateNames(
  tx: Transaction<DB>,
  id: UserId,
  names: { readonly firstName: string; readonly lastName: string; readonly phone: string },
): Promise<User | null> {
  const row = await tx
    .updateTable('app_user')
    .set({ first_name: names.firstName, last_name: names.lastName, phone: names.phone })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/** Returns the account behind an e-mail address, or null. */
export async function findCredentials(tx: Transaction<DB>, email: string): Promise<Credentials | null> {
  const row = await tx.selectFrom('app_user').select(['id', 'password_hash', 'locked_until']).where('email', '=', email).executeTakeFirst()
  if (row === undefined) return null
  return { userId: asId<UserId>(row.id), passwordHash: row.password_hash, lockedUntil: row.locked_until?.getTime() ?? null }
}

/** Stores a new password hash, or none, with which nobody signs in, and forgets failed sign-ins. */
export async function updatePasswordHash(tx: Transaction<DB>, id: UserId, passwordHash: string | null): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: passwordHash, failed_sign_ins: 0, locked_until: null })
    .where('id', '=', id)
    .execute()
}

/** Returns how many sign-ins failed in a row after adding so many, 0 for an address that nobody has. */
export async function addFailures(tx: Transaction<DB>, email: string, added: number): Promise<number> {
  const row = await tx
    .updateTable('app_user')
    .set({ failed_sign_ins: sql`failed_sign_ins + ${added}` })
    .where('email', '=', email)
    .returning('failed_sign_ins')
    .executeTakeFirst()
  return row?.failed_sign_ins ?? 0
}

/** Locks the account of the address until the instant (ms UTC), or unlocks it with null; changes nothing for an address that nobody has. */
export async function lockUntil(tx: Transaction<DB>, email: string, until: number | null): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ locked_until: until === null ? null : new Date(until) })
    .where('email', '=', email)
    .execute()
}

/** Forgets the failed sign-ins of a user. */
export async function clearFailures(tx: Transaction<DB>, id: UserId): Promise<void> {
  await tx.updateTable('app_user').set({ failed_sign_ins: 0, locked_until: null }).where('id', '=', id).execute()
}

type Row = {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly phone: string | null
  readonly country: string | null
  readonly photo: string | null
  readonly language: string
  readonly time_zone: string | null
}

function toUser(row: Row): User {
  return {
    id: asId<UserId>(row.id),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    country: row.country,
    photo: row.photo,
    language: row.language,
    timeZone: row.time_zone,
  }
}
