import { randomInt } from 'node:crypto'
import { companyFormProblems, companyProblems, trimCompanyForm } from '#engine/company/companyForm.ts'
import type { CompanyForm } from '#engine/company/companyForm.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { insertCompany, updateCompanyRow } from './company.store.ts'
import type { Company, CompanyChange } from './company.store.ts'
import { insertMembership } from './membership.store.ts'

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const ID_LENGTH = 5
/** 60 million ids: a second try is rare, a tenth means that something else is wrong. */
const ID_TRIES = 10

type System = Parameters<Parameters<Database['inSystem']>[0]>[0]

/** Returns the new company, with the person as its administrator; refuses REQUIRED, LENGTH_OUT_OF_RANGE and INVALID_FORMAT per field. */
export async function registerCompany(database: Database, userId: UserId, form: CompanyForm, language = 'en'): Promise<Company> {
  const trimmed = trimCompanyForm(form)
  refuseFirst(companyFormProblems(trimmed))
  return database.inSystem((tx) => createCompany(tx, userId, trimmed, language))
}

/** Returns the company that it stores under a free id, with the person as its administrator; the form is already checked. */
export async function createCompany(tx: System, userId: UserId, form: CompanyForm, language: string): Promise<Company> {
  for (let tries = 0; tries < ID_TRIES; tries++) {
    const company = await insertCompany(tx, { ...form, id: randomCompanyId(), language: isLanguage(language) ? language : 'en' })
    if (company === null) continue
    await insertMembership(tx, { companyId: company.id, userId, role: 'ADMIN' })
    return company
  }
  throw new Error('no free company id was found')
}

/** Returns the tenant's company with new settings; what is not given stays. Refuses wrong values per field, and COMPANY_NOT_FOUND. */
export async function updateCompany(tenant: Tenant, current: Company, change: Partial<CompanyChange>): Promise<Company> {
  const next: CompanyChange = {
    name: (change.name ?? current.name).trim(),
    country: (change.country ?? current.country).trim(),
    language: change.language ?? current.language,
    timeZone: (change.timeZone ?? current.timeZone).trim(),
  }
  refuseFirst(companyProblems(next))
  if (!isLanguage(next.language)) throw new Refusal({ code: 'INVALID_FORMAT', field: 'language', params: { example: 'en' } })
  const company = await updateCompanyRow(tenant, next)
  if (company === null) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: tenant.companyId } })
  return company
}

function refuseFirst(problems: readonly Problem[]): void {
  const [first] = problems
  if (first !== undefined) throw new Refusal(first)
}

function randomCompanyId(): CompanyId {
  const characters = Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)])
  return asId<CompanyId>(characters.join(''))
}
