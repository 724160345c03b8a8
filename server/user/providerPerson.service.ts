import type { UserId } from '#engine/ids.ts'
import { emailProblems, nameProblems } from '#engine/user/person.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { deleteMembership } from '#server/company/membership.store.ts'
import { refuseFirst } from '#server/company/peopleChange.service.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { generatePassword } from './generatedPassword.ts'
import { hashPassword } from './passwordHash.ts'
import { findProviderRole, listVisits, updateProviderRole } from './providerPerson.store.ts'
import type { ProviderRole } from './providerPerson.store.ts'
import { findUserByEmail, insertUser } from './user.store.ts'

export type NewProviderPerson = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: ProviderRole
}

/**
 * Returns the generated password of a new provider account, shown only now; null when the address had an account, which keeps its password and gets
 * the role. Ends visits under way. Refuses wrong fields, DEMO_ACCOUNT, and EMAIL_NOT_VERIFIED for an account with an unproven owner.
 */
export async function makeProviderPerson(database: Database, person: NewProviderPerson): Promise<{ readonly password: string | null }> {
  const [email, firstName, lastName] = [person.email.trim(), person.firstName.trim(), person.lastName.trim()]
  refuseFirst([...emailProblems(email), ...nameProblems('firstName', firstName), ...nameProblems('lastName', lastName)])
  if (isDemoAddress(email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  return database.inSystem(async (tx) => {
    const account = { email, firstName, lastName, language: 'en', passwordHash, isEmailVerified: true }
    const made = await insertUser(tx, account)
    const user = made ?? (await findUserByEmail(tx, email))
    if (user === null) throw new Error(`the account of ${email} is neither there nor could it be made`)
    if (!user.isEmailVerified) throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
    await endVisits(tx, user.id)
    await updateProviderRole(tx, user.id, person.role)
    return { password: made === null ? null : password }
  })
}

/** Removes the provider's role from a person and ends their visits. Refuses USER_NOT_FOUND without the role. */
export async function endProviderPerson(database: Database, email: string): Promise<void> {
  await database.inSystem(async (tx) => {
    const user = await findUserByEmail(tx, email.trim())
    if (user === null || (await findProviderRole(tx, user.id)) === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
    await endVisits(tx, user.id)
    await updateProviderRole(tx, user.id, null)
  })
}

async function endVisits(tx: Parameters<Parameters<Database['inSystem']>[0]>[0], userId: UserId): Promise<void> {
  for (const { companyId, role } of await listVisits(tx, userId)) {
    const tenant = { companyId, tx }
    await deleteMembership(tenant, userId)
    const details = { role, isEndedByProvider: true }
    await writeAudit(tenant, { userId, at: new Date(), action: 'LEAVE_COMPANY', subject: `company ${companyId}`, details })
  }
}
