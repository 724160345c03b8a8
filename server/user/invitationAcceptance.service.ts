import type { CompanyId, UserId } from '#engine/ids.ts'
import { nameProblems, phoneProblems } from '#engine/user/person.ts'
import { newPasswordProblems } from '#engine/user/registration.ts'
import type { Problem } from '#engine/result.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccountByEmail, introduce } from './account.store.ts'
import type { Account, Introduction } from './account.store.ts'
import { acceptInvitation, describeInvitation } from './invitation.service.ts'
import { peekLink, takeLink } from './oneTimeLink.store.ts'
import type { OneTimeLink } from './oneTimeLink.store.ts'
import { handOver, trimIntroduction } from './password.service.ts'
import type { AccountDeps } from './password.service.ts'
import { hashPassword } from './passwordHash.ts'
import { insertUser } from './user.store.ts'

type System = Parameters<Parameters<Database['inSystem']>[0]>[0]
type Asked = Introduction & { readonly hash: string; readonly language: string; readonly password?: string | undefined }

export type Joined = { readonly companyId: CompanyId; readonly userId: UserId }

/**
 * Joins the company of an invitation by the link of its e-mail, and returns who joined which. A proven account just joins: nothing else that was sent
 * along counts. Nobody's address becomes an account of its own (REQUIRED and the codes of names, phone and password). An account whose address was
 * never proven may be a stranger's: its reader must set a new password, and whoever had the old one is out. Refuses LINK_EXPIRED for any link that
 * does not work.
 */
export async function joinByInvitation(deps: Omit<AccountDeps, 'config'>, asked: Asked): Promise<Joined> {
  const at = new Date(deps.now())
  const before = await deps.database.inSystem((tx) => readInvited(tx, asked.hash, at))
  if (before === null) throw new Refusal({ code: 'LINK_EXPIRED' })
  const introduction = trimIntroduction(asked)
  const needsPassword = before.account?.isEmailVerified !== true
  if (needsPassword) refuseFirst(problemsOf(introduction, asked.password ?? '', before.account === null))
  const passwordHash = needsPassword ? await hashPassword(asked.password ?? '') : null
  return deps.database.inSystem(async (tx) => {
    const link = await takeLink(tx, 'INVITATION', asked.hash)
    const invited = link === null ? null : await invitedBy(tx, link, at)
    if (invited === null) throw new Refusal({ code: 'LINK_EXPIRED' })
    const account = invited.account ?? (await makeAccount(tx, invited.email, asked.language))
    if (!account.isEmailVerified) {
      if (passwordHash === null) throw new Refusal({ code: 'REQUIRED', field: 'password' })
      await introduce(tx, account.userId, introduction)
      await handOver(tx, account, passwordHash)
    }
    const { companyId, invitationId } = invited
    if (!(await acceptInvitation({ companyId, tx }, invitationId, account.userId, at))) throw new Refusal({ code: 'LINK_EXPIRED' })
    return { companyId, userId: account.userId }
  })
}

/** Whom an invitation is for. */
export type Invited = {
  readonly companyId: CompanyId
  readonly invitationId: string
  readonly email: string
  readonly companyName: string
  /** null = nobody has an account with the address. */
  readonly account: Account | null
}

/** Returns whom the link of an e-mail invites, and to which company; null for a link that does not work. */
export async function readInvited(tx: System, hash: string, at: Date): Promise<Invited | null> {
  const link = await peekLink(tx, 'INVITATION', hash)
  return link === null ? null : invitedBy(tx, link, at)
}

async function invitedBy(tx: System, { companyId, invitationId }: OneTimeLink, at: Date): Promise<Invited | null> {
  if (companyId === null || invitationId === null) return null
  const notice = await describeInvitation({ companyId, tx }, invitationId, at)
  if (notice === null) return null
  const { email, companyName } = notice
  return { companyId, invitationId, email, companyName, account: await findAccountByEmail(tx, email) }
}

/** The account of an address that had none a moment ago; one created in between is as unproven as a new one. */
async function makeAccount(tx: System, email: string, language: string): Promise<Account> {
  await insertUser(tx, { email, firstName: '', lastName: '', language, passwordHash: null })
  const account = await findAccountByEmail(tx, email)
  if (account === null) throw new Error('an account is neither new nor known')
  return account
}

function problemsOf(introduction: Introduction, password: string, isNew: boolean): readonly Problem[] {
  const names = (field: 'firstName' | 'lastName') =>
    isNew || introduction[field] !== undefined ? nameProblems(field, introduction[field] ?? '') : []
  return [
    ...names('firstName'),
    ...names('lastName'),
    ...(introduction.phone === undefined ? [] : phoneProblems(introduction.phone)),
    ...newPasswordProblems(password),
    ...(isNew && introduction.isAgreed !== true ? [{ code: 'REQUIRED', field: 'isAgreed' }] : []),
  ]
}

function refuseFirst(problems: readonly Problem[]): void {
  const [first] = problems
  if (first !== undefined) throw new Refusal(first)
}
