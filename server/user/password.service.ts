import type { AuditAction } from '#engine/access/auditActions.ts'
import type { UserId } from '#engine/ids.ts'
import { isLanguage } from '#engine/user/language.ts'
import { passwordProblems } from '#engine/user/password.ts'
import { nameProblems, phoneProblems } from '#engine/user/person.ts'
import { newPasswordProblems } from '#engine/user/registration.ts'
import { writeAuditOfPerson } from '#server/company/audit.store.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { checkPassword } from '#server/identity/signIn.service.ts'
import { isDemoAccount } from '#server/identity/seedDemoPeople.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount, findAccountByEmail, introduce, proveAddress } from './account.store.ts'
import type { Account, Introduction } from './account.store.ts'
import { mayGetEmail } from './emailLimit.store.ts'
import { endAccountLinks, makeLink, peekLink, takeLink } from './oneTimeLink.store.ts'
import { linkUrl } from './oneTimeLink.ts'
import { hashPassword, isPasswordOf } from './passwordHash.ts'
import { endSessions } from './signInSession.store.ts'
import { clearTwoFactor } from './twoFactor.store.ts'
import { updatePasswordHash } from './credentials.store.ts'

export type AccountDeps = { readonly database: Database; readonly config: Pick<Config, 'publicUrl'>; readonly now: () => number }

type System = Parameters<Parameters<Database['inSystem']>[0]>[0]

/** Queues a password-reset e-mail if the address has an account of its own and the mailbox is under its limit. The answer never reveals which. */
export async function sendResetEmail(deps: AccountDeps, asked: { readonly email: string; readonly language: string }): Promise<void> {
  await deps.database.inSystem(async (tx) => {
    const account = await findAccountByEmail(tx, asked.email)
    if (account === null || isDemoAccount(account.email) || !(await mayGetEmail(tx, account.email))) return
    const secret = await makeLink(tx, { kind: 'RESET_PASSWORD', userId: account.userId })
    const language = isLanguage(asked.language) ? asked.language : account.language
    const link = linkUrl(deps.config.publicUrl, 'RESET_PASSWORD', { secret, language })
    await queueEmail(tx, { to: account.email, language, kind: 'RESET_PASSWORD', params: { link, name: account.firstName } })
  })
}

/** Sets the password by the link of an e-mail, ends all sessions and returns the person; refuses LINK_EXPIRED for any link that does not work, and the codes for passwords. */
export async function restorePassword(
  deps: Omit<AccountDeps, 'config'>,
  asked: { readonly hash: string; readonly password: string },
): Promise<UserId> {
  return setByLink(deps, 'RESET_PASSWORD', asked, async (tx, account) => {
    await notePasswordChange(tx, account, { at: deps.now(), action: 'RESET_PASSWORD' })
  })
}

/** Sets the first password of an account made by an administrator, with the person's input, and returns the person. Refuses what restorePassword refuses, and wrong names. */
export async function activateAccount(
  deps: Omit<AccountDeps, 'config'>,
  asked: Introduction & { readonly hash: string; readonly password: string },
): Promise<UserId> {
  const introduction = trimIntroduction(asked)
  refuseFirst([
    ...(introduction.firstName === undefined ? [] : nameProblems('firstName', introduction.firstName)),
    ...(introduction.lastName === undefined ? [] : nameProblems('lastName', introduction.lastName)),
    ...(introduction.phone === undefined || introduction.phone === '' ? [] : phoneProblems(introduction.phone)),
  ])
  return setByLink(deps, 'ACTIVATE', asked, async (tx, account) => {
    await introduce(tx, account.userId, introduction)
    await auditAccount(tx, account, { at: deps.now(), action: 'ACTIVATE_ACCOUNT' })
  })
}

/**
 * Changes the password and ends the person's other sign-in sessions. Refuses WRONG_PASSWORD (field oldPassword), which counts like a failed sign-in,
 * the PASSWORD_… codes of the rule for passwords (field newPassword), and DEMO_ACCOUNT.
 */
export async function changePassword(
  deps: Omit<AccountDeps, 'config'>,
  caller: { readonly userId: UserId; readonly sessionId?: string | null },
  passwords: { readonly oldPassword: string; readonly newPassword: string },
): Promise<void> {
  refuseFirst(passwordProblems(passwords.newPassword, 'newPassword'))
  const { database, now } = deps
  const account = await ownAccount(database, caller.userId)
  await confirmPassword(deps, account, { password: passwords.oldPassword, field: 'oldPassword' })
  const passwordHash = await hashPassword(passwords.newPassword)
  await database.inSystem(async (tx) => {
    await updatePasswordHash(tx, account.userId, passwordHash)
    await endSessions(tx, account.userId, caller.sessionId ?? null)
    await endAccountLinks(tx, account.userId)
    await notePasswordChange(tx, account, { at: now(), action: 'CHANGE_PASSWORD' })
  })
}

/** Returns the account of the caller; refuses USER_NOT_FOUND, and DEMO_ACCOUNT for one that everybody uses. */
export async function ownAccount(database: Database, userId: UserId): Promise<Account> {
  const account = await database.inSystem((tx) => findAccount(tx, userId))
  if (account === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  if (isDemoAccount(account.email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
  return account
}

/** Refuses WRONG_PASSWORD unless it is the account's; a wrong one counts like a failed sign-in. */
export async function confirmPassword(
  deps: Pick<AccountDeps, 'database' | 'now'>,
  account: Account,
  given: { readonly password: string; readonly field: string },
): Promise<void> {
  const asked = { name: account.email, password: given.password, from: 'SESSION' } as const
  const right = await checkPassword(asked, { database: deps.database, now: deps.now, isPasswordOf })
  if (right?.userId !== account.userId) throw new Refusal({ code: 'WRONG_PASSWORD', field: given.field })
}

/**
 * Gives the account to the reader of its mailbox, as proven by an e-mail link. Until now it may have belonged to somebody else, with that person's
 * password and second factor: both are removed. Every session ends.
 */
export async function handOver(tx: System, account: Account, passwordHash: string): Promise<void> {
  if (!account.isEmailVerified) await clearTwoFactor(tx, account.userId)
  await updatePasswordHash(tx, account.userId, passwordHash)
  await proveAddress(tx, account.userId)
  await endSessions(tx, account.userId, null)
  await endAccountLinks(tx, account.userId)
}

/** Returns the input trimmed; missing fields stay missing. */
export function trimIntroduction(introduction: Introduction): Introduction {
  return {
    ...(introduction.firstName !== undefined && { firstName: introduction.firstName.trim() }),
    ...(introduction.lastName !== undefined && { lastName: introduction.lastName.trim() }),
    ...(introduction.phone !== undefined && introduction.phone.trim() !== '' && { phone: introduction.phone.trim() }),
    ...(introduction.isAgreed !== undefined && { isAgreed: introduction.isAgreed }),
  }
}

async function setByLink(
  { database }: Pick<AccountDeps, 'database'>,
  kind: 'RESET_PASSWORD' | 'ACTIVATE',
  { hash, password }: { readonly hash: string; readonly password: string },
  andThen: (tx: System, account: Account) => Promise<void>,
): Promise<UserId> {
  // Before the costly hash; what decides is the use below.
  if ((await database.inSystem((tx) => peekLink(tx, kind, hash))) === null) throw new Refusal({ code: 'LINK_EXPIRED' })
  refuseFirst(newPasswordProblems(password))
  const passwordHash = await hashPassword(password)
  return database.inSystem(async (tx) => {
    const link = await takeLink(tx, kind, hash)
    const account = link?.userId == null ? null : await findAccount(tx, link.userId)
    if (account === null) throw new Refusal({ code: 'LINK_EXPIRED' })
    await handOver(tx, account, passwordHash)
    await andThen(tx, account)
    return account.userId
  })
}

/** Writes what happened to the account into the log of each company of the person. */
export async function auditAccount(
  tx: System,
  { userId, email }: Pick<Account, 'userId' | 'email'>,
  { at, action }: { readonly at: number; readonly action: AuditAction },
): Promise<void> {
  await writeAuditOfPerson(tx, { userId, at: new Date(at), action, subject: `user ${email}`, details: {} })
}

async function notePasswordChange(
  tx: System,
  account: Account,
  change: { readonly at: number; readonly action: AuditAction },
): Promise<void> {
  const { email, language, firstName } = account
  await auditAccount(tx, account, change)
  const params = { name: firstName, time: new Date(change.at).toISOString() }
  await queueEmail(tx, { to: email, language, kind: 'PASSWORD_CHANGED', params })
}

function refuseFirst(problems: ReturnType<typeof passwordProblems>): void {
  const [first] = problems
  if (first !== undefined) throw new Refusal(first)
}
