import assert from 'node:assert/strict'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Role } from '#engine/access/abilities.ts'
import { insertMembership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { authenticatorCode } from '#server/user/authenticatorCode.ts'
import { hashPassword } from '#server/user/passwordHash.ts'
import { confirmTwoFactor, startTwoFactor } from '#server/user/twoFactor.service.ts'
import { insertUser } from '#server/user/user.store.ts'
import type { NewUser } from '#server/user/user.store.ts'

export const PASSWORD = 'Own-password-1'

type Person = Partial<Omit<NewUser, 'passwordHash'>> & { readonly password?: string | null; readonly in?: string; readonly role?: Role }

/** Returns a new person with PASSWORD and a proven address, by default; a member of the company `in`. */
export async function addPerson(database: Database, email: string, person: Person = {}): Promise<UserId> {
  const { password = PASSWORD, in: companyId, role = 'USER', ...rest } = person
  const passwordHash = password === null ? null : await hashPassword(password)
  return database.inSystem(async (tx) => {
    const fields = { email, firstName: 'Anna', lastName: 'Kowalska', language: 'en', isEmailVerified: true, ...rest, passwordHash }
    const user = await insertUser(tx, fields)
    assert.ok(user, email)
    if (companyId !== undefined) await insertMembership(tx, { companyId: asId<CompanyId>(companyId), userId: user.id, role })
    return user.id
  })
}

export type SentEmail = { readonly kind: string; readonly text: string; readonly language: string }

/** Returns the e-mails that were queued to the address, the oldest first. */
export async function emailsTo({ pool }: Pick<Database, 'pool'>, email: string): Promise<readonly SentEmail[]> {
  const { rows } = await pool.query<SentEmail>(
    'select kind, text_body as text, language from email where lower(recipient) = lower($1) order by created_on, id',
    [email],
  )
  return rows
}

/** Returns the secret of the link in the newest e-mail of the kind to the address. */
export async function linkTo(database: Pick<Database, 'pool'>, email: string, kind: string): Promise<string> {
  const message = (await emailsTo(database, email)).findLast((one) => one.kind === kind)
  const hash = /[?&]hash=([\w-]+)/.exec(message?.text ?? '')?.[1]
  assert.ok(hash, `no ${kind} to ${email}`)
  return hash
}

export type SecondFactor = { readonly secret: string; readonly recoveryCodes: readonly string[] }

/** Switches the second factor of a person on; the code of the period before the given instant (ms UTC) is used for that. */
export async function turnOnSecondFactor(database: Database, userId: UserId, now = Date.now()): Promise<SecondFactor> {
  const deps = { database, now: () => now }
  const { secret } = await startTwoFactor(deps, { userId })
  const recoveryCodes = await confirmTwoFactor(deps, { userId }, authenticatorCode(secret, now - 30_000))
  return { secret, recoveryCodes }
}

/** Returns the actions in the company's log about the person, the oldest first. */
export async function auditOf({ pool }: Pick<Database, 'pool'>, companyId: string, userId: UserId): Promise<readonly string[]> {
  const { rows } = await pool.query<{ action: string }>('select action from audit_log where company_id = $1 and user_id = $2 order by id', [
    companyId,
    userId,
  ])
  return rows.map((row) => row.action)
}
