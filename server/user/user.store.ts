import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { ColumnsOf } from '#engine/fields/fieldTable.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { PERSON_FIELDS } from '#engine/user/personFields.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { DB } from '#server/db/schema.ts'

/** A person who may sign in, in one or more companies. Never carries the password hash. */
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
  /** A name to sign in with besides the address. */
  readonly login: string | null
  /** Shown to people who ask for help. */
  readonly systemNumber: number
  readonly isEmailVerified: boolean
  readonly isTwoFactorOn: boolean
}

/** Missing fields: the address is unproven, and no company made the account. */
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

/** The columns of a user, named so that they can be joined. */
export const USER_COLUMNS = [
  ...camelColumns(
    'app_user.id',
    'app_user.email',
    'app_user.first_name',
    'app_user.last_name',
    'app_user.phone',
    'app_user.country',
    'app_user.photo',
    'app_user.language',
    'app_user.time_zone',
    'app_user.login',
    'app_user.system_number',
  ),
  sql<boolean>`app_user.email_verified_on is not null`.as('isEmailVerified'),
  sql<boolean>`app_user.totp_confirmed_on is not null`.as('isTwoFactorOn'),
] as const

/** Returns the user of the id, or null. */
export async function findUser(tx: Transaction<DB>, id: UserId): Promise<User | null> {
  const row = await tx.selectFrom('app_user').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Returns the users of the ids that exist, in no order; for loaders. */
export async function listUsers(tx: Transaction<DB>, ids: readonly UserId[]): Promise<readonly User[]> {
  return await tx.selectFrom('app_user').select(USER_COLUMNS).where('id', 'in', ids).execute()
}

/** Returns the user with the e-mail address in any spelling of its case, or null. */
export async function findUserByEmail(tx: Transaction<DB>, email: string): Promise<User | null> {
  const row = await tx.selectFrom('app_user').select(USER_COLUMNS).where('email', '=', email).executeTakeFirst()
  return row ?? null
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

/** Returns the stored user, or null when the e-mail address or the login is already taken. */
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
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the user with the changed names and phone, or null when there is no such user. */
export async function updatePerson(tx: Transaction<DB>, id: UserId, columns: ColumnsOf<typeof PERSON_FIELDS>): Promise<User | null> {
  const row = await tx
    .updateTable('app_user')
    .set({ id, ...columns })
    .where('id', '=', id)
    .returning(USER_COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether the login is in use, case-insensitively. */
export async function isLoginTaken(tx: Transaction<DB>, login: string): Promise<boolean> {
  return (await tx.selectFrom('app_user').select('id').where('login', '=', login).executeTakeFirst()) !== undefined
}
