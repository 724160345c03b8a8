import type { Database } from '#server/db/database.ts'
import { findCompany } from '#server/company/company.store.ts'
import { findAccount } from './account.store.ts'
import { readInvited } from './invitationAcceptance.service.ts'
import { peekLink } from './oneTimeLink.store.ts'
import type { LinkKind } from './oneTimeLink.ts'

/** Content of the page of an e-mail link; only readers of the e-mail see it. */
export type LinkNotice = {
  readonly kind: LinkKind
  readonly email: string
  readonly companyName?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly hasAccount: boolean
  /** Whether a password must be chosen before the link does anything. */
  readonly needsPassword: boolean
}

/** Returns the purpose of the link without using it; null for one that does not work. */
export async function describeLink(database: Database, kind: LinkKind, hash: string, at: Date): Promise<LinkNotice | null> {
  return database.inSystem(async (tx) => {
    if (kind === 'INVITATION') {
      const invited = await readInvited(tx, hash, at)
      if (invited === null) return null
      const { email, companyName, account } = invited
      const names = account === null ? {} : { firstName: account.firstName, lastName: account.lastName }
      return { kind, email, companyName, ...names, hasAccount: account !== null, needsPassword: account?.isEmailVerified !== true }
    }
    const link = await peekLink(tx, kind, hash)
    const account = link?.userId == null ? null : await findAccount(tx, link.userId)
    if (link === null || account === null) return null
    const { email, firstName, lastName } = account
    const company = link.companyId === null ? null : await findCompany({ companyId: link.companyId, tx })
    const needsPassword = kind !== 'VERIFY_EMAIL'
    return { kind, email, ...(company && { companyName: company.name }), firstName, lastName, hasAccount: true, needsPassword }
  })
}
