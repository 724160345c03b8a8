import { NEW_COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import { tableProblems, trimmedValues } from '#engine/fields/fieldTable.ts'
import { createCompany } from '#server/company/company.service.ts'
import type { Company } from '#server/company/company.store.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { generatePassword } from '#server/user/generatedPassword.ts'
import { hashPassword } from '#server/user/passwordHash.ts'
import { insertUser } from '#server/user/user.store.ts'

export type FirstCompany = { readonly company: Company; readonly email: string; readonly password: string }

/**
 * Returns a new company and its administrator, a new person whose generated password is shown only now. Refuses wrong fields, and NOT_UNIQUE for a
 * used address.
 */
export async function createFirstCompany(
  database: Database,
  form: { readonly name: string; readonly email: string; readonly country: string; readonly timeZone: string; readonly language?: string },
): Promise<FirstCompany> {
  const trimmed = trimmedValues(form)
  const [problem] = tableProblems(NEW_COMPANY_FIELDS, trimmed)
  if (problem !== undefined) throw new Refusal(problem)
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const language = form.language ?? 'en'
  const company = await database.inSystem(async (tx) => {
    const user = await insertUser(tx, { email: trimmed.email, firstName: '', lastName: '', language, passwordHash, isEmailVerified: true })
    if (user === null) throw new Refusal({ code: 'NOT_UNIQUE', field: 'email', params: { value: trimmed.email } })
    return createCompany(tx, user.id, trimmed, language)
  })
  return { company, email: trimmed.email, password }
}
