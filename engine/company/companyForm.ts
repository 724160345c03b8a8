import type { Problem } from '#engine/result.ts'
import { emailProblems } from '#engine/user/person.ts'
import { isCountryCode } from './countries.ts'
import { isTimeZone } from './timeZone.ts'

/** What a person enters for a new company (spec 000 §3, new company payload). */
export type CompanyForm = { readonly name: string; readonly country: string; readonly timeZone: string; readonly email: string }

export const COMPANY_NAME_MAX_LENGTH = 200

/** Returns the form with the blanks around its texts removed. */
export function trimCompanyForm(form: CompanyForm): CompanyForm {
  return { name: form.name.trim(), country: form.country.trim(), timeZone: form.timeZone.trim(), email: form.email.trim() }
}

/** Returns the problems of a trimmed form by field, empty when it can be saved (spec 000 §5, new company dialog). */
export function companyFormProblems(form: CompanyForm): readonly Problem[] {
  return [...companyProblems(form), ...emailProblems(form.email)]
}

/** Returns the problems of company settings: name of 1 to 200 characters, ISO 3166-1 country as two lower-case letters, IANA time zone. */
export function companyProblems(company: Pick<CompanyForm, 'name' | 'country' | 'timeZone'>): readonly Problem[] {
  const problems: Problem[] = []
  if (company.name === '') problems.push({ code: 'REQUIRED', field: 'name' })
  else if (company.name.length > COMPANY_NAME_MAX_LENGTH) {
    problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: COMPANY_NAME_MAX_LENGTH } })
  }
  if (company.country === '') problems.push({ code: 'REQUIRED', field: 'country' })
  else if (!isCountryCode(company.country)) problems.push({ code: 'INVALID_FORMAT', field: 'country', params: { example: 'pl' } })
  if (company.timeZone === '') problems.push({ code: 'REQUIRED', field: 'timeZone' })
  else if (!isTimeZone(company.timeZone)) problems.push({ code: 'INVALID_FORMAT', field: 'timeZone', params: { example: 'Europe/Warsaw' } })
  return problems
}
