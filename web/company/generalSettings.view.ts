import { companyProblems } from '#engine/company/companyForm.ts'
import { currentZoneName } from '#engine/company/timeZone.ts'
import type { ShiftDateRule } from '#engine/shift/shiftSchedule.ts'
import { emailProblems } from '#engine/user/person.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** Fields of a company on this page; empty = never set. */
export type CompanySettings = {
  readonly name: string
  readonly country: string
  readonly email: string
  readonly language: string
  readonly timeZone: string
  readonly shiftDateRule: ShiftDateRule
}

type StoredCompany = Omit<CompanySettings, 'email'> & { readonly email?: string | null | undefined }

const FIELDS = ['name', 'country', 'email', 'language', 'timeZone', 'shiftDateRule'] as const satisfies readonly (keyof CompanySettings)[]

/** Returns the values that the form begins with. */
export function settingsOf(company: StoredCompany): CompanySettings {
  const { name, country, language, timeZone, shiftDateRule } = company
  return { name, country, email: company.email ?? '', language, timeZone: currentZoneName(timeZone), shiftDateRule }
}

/** Returns what differs, trimmed, by field; empty when nothing does. Blanks around a text are no change. */
export function changesOf(saved: CompanySettings, entered: CompanySettings): Partial<CompanySettings> {
  const trimmed = { ...entered, name: entered.name.trim(), email: entered.email.trim() }
  const changed = FIELDS.filter((field) => trimmed[field] !== saved[field])
  return Object.fromEntries(changed.map((field) => [field, trimmed[field]]))
}

/** Returns the problems of the values by the server's rules. An address that was never set may stay empty. */
export function settingsProblems(saved: CompanySettings, entered: CompanySettings): readonly FieldProblem[] {
  const email = entered.email.trim()
  const ofEmail = email === '' && saved.email === '' ? [] : emailProblems(email)
  return [...companyProblems({ ...entered, name: entered.name.trim() }), ...ofEmail]
}
