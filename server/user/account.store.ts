import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { DB } from '#server/db/schema.ts'

/** What links, gates and e-mails need of an account. */
export type Account = {
  readonly userId: UserId
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: string
  readonly hasPassword: boolean
  /** Whether somebody who reads the mail of the address has shown it. */
  readonly isEmailVerified: boolean
  /** The company whose administrator made the account. Until the address is proven, the account acts only there. */
  readonly madeByCompanyId: CompanyId | null
  readonly isTwoFactorOn: boolean
}

const STANDING_COLUMNS = ['made_by_company as madeByCompanyId', sql<boolean>`email_verified_on is not null`.as('isEmailVerified')] as const

const COLUMNS = [
  ...camelColumns('email', 'first_name', 'last_name', 'language'),
  ...STANDING_COLUMNS,
  'id as userId',
  sql<boolean>`password_hash is not null`.as('hasPassword'),
  sql<boolean>`totp_confirmed_on is not null`.as('isTwoFactorOn'),
] as const

/** Returns the account of the id, or null. */
export async function findAccount(tx: Transaction<DB>, userId: UserId): Promise<Account | null> {
  const row = await tx.selectFrom('app_user').select(COLUMNS).where('id', '=', userId).executeTakeFirst()
  return row ?? null
}

/** Returns the account with the address in any spelling of its case, or null. */
export async function findAccountByEmail(tx: Transaction<DB>, email: string): Promise<Account | null> {
  const row = await tx.selectFrom('app_user').select(COLUMNS).where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/** How well an account is known, for every request. */
export type AccountVerification = Pick<Account, 'isEmailVerified' | 'madeByCompanyId'>

/** Returns how well the account is known; null when there is none, or when the sign-in session (null = not a session of ours) has ended. */
export async function findVerification(tx: Transaction<DB>, userId: UserId, sessionId: string | null): Promise<AccountVerification | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(STANDING_COLUMNS)
    .where('id', '=', userId)
    .where(
      sql<boolean>`(${sessionId}::text is null or exists (
        select from oidc_payload where model = 'Session' and uid = ${sessionId} and expires_on > now()))`,
    )
    .executeTakeFirst()
  return row ?? null
}

/** Notes that somebody who reads the mail of the address has shown it; the first time counts. */
export async function proveAddress(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ email_verified_on: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_verified_on', 'is', null)
    .execute()
}

/** Input of a person who follows a link; missing fields stay. */
export type Introduction = {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly phone?: string | undefined
  readonly isAgreed?: boolean | undefined
}

/** Stores the person's input. The first agreement counts. */
export async function introduce(tx: Transaction<DB>, userId: UserId, introduction: Introduction): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      ...(introduction.firstName !== undefined && { first_name: introduction.firstName }),
      ...(introduction.lastName !== undefined && { last_name: introduction.lastName }),
      ...(introduction.phone !== undefined && { phone: introduction.phone }),
      agreed_on: introduction.isAgreed === true ? sql<Date>`coalesce(agreed_on, now())` : sql<Date | null>`agreed_on`,
    })
    .where('id', '=', userId)
    .execute()
}
