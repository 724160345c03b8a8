import type { UserId } from '#engine/ids.ts'
import { registrationProblems, trimRegistration } from '#engine/user/registration.ts'
import type { Registration } from '#engine/user/registration.ts'
import type { Config } from '#server/config.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount, findAccountByEmail, proveAddress } from './account.store.ts'
import type { Account } from './account.store.ts'
import { mayGetEmail } from './emailLimit.store.ts'
import { makeDeadLink, makeLink, takeLink } from './oneTimeLink.store.ts'
import { linkUrl } from './oneTimeLink.ts'
import { auditAccount } from './password.service.ts'
import type { AccountDeps } from './password.service.ts'
import { hashPassword } from './passwordHash.ts'
import { insertUser } from './user.store.ts'

export type RegistrationDeps = AccountDeps & {
  readonly config: Pick<Config, 'publicUrl' | 'registration'>
  /** Another hash only for tests that count. */
  readonly hashPassword?: typeof hashPassword
}

/** A registration as programs send it: without `isAgreed` nobody was asked, and no agreement is recorded. */
type ProgramRegistration = Omit<Registration, 'isAgreed'> & { readonly isAgreed?: boolean | null | undefined }

/**
 * Makes an account with an unproven address and sends the verification e-mail. Whether the address had an account stays secret: its owner gets an
 * e-mail about it, the account does not change, and the steps are the same. Refuses wrong fields, and REGISTRATION_OFF.
 */
export async function registerUser(deps: RegistrationDeps, asked: ProgramRegistration, language: string): Promise<void> {
  if (!deps.config.registration) throw new Refusal({ code: 'REGISTRATION_OFF' })
  const isAgreed = asked.isAgreed === true
  const form = trimRegistration({ ...asked, isAgreed: asked.isAgreed ?? true })
  const { email, firstName, lastName, phone, country, password } = form
  const [problem] = registrationProblems(form)
  if (problem !== undefined) throw new Refusal(problem)
  if (!/^[a-z]{2}$/.test(country)) throw new Refusal({ code: 'INVALID_FORMAT', field: 'country', params: { example: 'pl' } })
  const passwordHash = await (deps.hashPassword ?? hashPassword)(password)
  await deps.database.inSystem(async (tx) => {
    const made = await insertUser(tx, { email, firstName, lastName, phone, country, language, passwordHash, isAgreed })
    const account = await findAccountByEmail(tx, email)
    if (account === null) throw new Error('an account is neither new nor known')
    const isFree = await mayGetEmail(tx, account.email)
    if (made === null) {
      await makeDeadLink(tx, 'VERIFY_EMAIL', account.userId)
      const params = { link: `${deps.config.publicUrl}/` }
      if (isFree) await queueEmail(tx, { to: account.email, language: account.language, kind: 'ALREADY_REGISTERED', params })
      return
    }
    const secret = await makeLink(tx, { kind: 'VERIFY_EMAIL', userId: account.userId })
    if (isFree) await queueVerification(tx, deps, account, secret)
  })
}

/** Sends the verification e-mail again; nothing for a proven address or after three e-mails within the hour. Refuses USER_NOT_FOUND. */
export async function resendVerification(deps: AccountDeps, userId: UserId): Promise<void> {
  await deps.database.inSystem(async (tx) => {
    const account = await findAccount(tx, userId)
    if (account === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
    if (account.isEmailVerified || !(await mayGetEmail(tx, account.email))) return
    await queueVerification(tx, deps, account, await makeLink(tx, { kind: 'VERIFY_EMAIL', userId }))
  })
}

/** Notes that the address is the caller's own; refuses LINK_EXPIRED for a link that does not work and for that of another person, which goes on working. */
export async function verifyEmail({ database, now }: Pick<AccountDeps, 'database' | 'now'>, userId: UserId, hash: string): Promise<void> {
  await database.inSystem(async (tx) => {
    const link = await takeLink(tx, 'VERIFY_EMAIL', hash)
    const account = link?.userId === userId ? await findAccount(tx, userId) : null
    if (account === null) throw new Refusal({ code: 'LINK_EXPIRED' })
    await proveAddress(tx, userId)
    await auditAccount(tx, account, { at: now(), action: 'VERIFY_EMAIL' })
  })
}

async function queueVerification(
  tx: Parameters<typeof queueEmail>[0],
  { config }: Pick<AccountDeps, 'config'>,
  { email, firstName, language }: Account,
  secret: string,
): Promise<void> {
  const link = linkUrl(config.publicUrl, 'VERIFY_EMAIL', { secret, language })
  await queueEmail(tx, { to: email, language, kind: 'VERIFY_EMAIL', params: { link, name: firstName } })
}
