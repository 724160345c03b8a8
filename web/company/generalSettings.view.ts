import { COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import { currentZoneName } from '#engine/company/timeZone.ts'
import { type EnteredOf, tableProblems, trimmedValues } from '#engine/fields/fieldTable.ts'
import type { NoDataPolicy } from '#engine/workCenter/workCenterSetup.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** The rules of OEE for all work centers of the company (domain.md ). */
export type OeePolicy = { readonly noDataPolicy: NoDataPolicy; readonly capPerformance: boolean }

/** Fields of a company on this page; empty = never set. */
export type CompanySettings = EnteredOf<typeof COMPANY_FIELDS>

/** All that the form changes. */
export type GeneralSettings = CompanySettings & OeePolicy

type StoredCompany = Omit<CompanySettings, 'email'> & { readonly email?: string | null | undefined }

/** Returns the values that the form begins with. */
export function settingsOf(company: StoredCompany): CompanySettings {
  const { name, country, language, timeZone, shiftDateRule, stationPins } = company
  const { operatorsMayConfirm, operatorsMayCreateOrders, externalReports } = company
  const rest = { language, timeZone: currentZoneName(timeZone), shiftDateRule, stationPins }
  return { name, country, email: company.email ?? '', ...rest, operatorsMayConfirm, operatorsMayCreateOrders, externalReports }
}

/** Returns the rules of OEE that the form begins with. */
export function policyOf({ noDataPolicy, capPerformance }: OeePolicy): OeePolicy {
  return { noDataPolicy, capPerformance }
}

/** Returns the rules of OEE that differ. */
export function policyChangesOf(saved: OeePolicy, entered: OeePolicy): Partial<OeePolicy> {
  const { noDataPolicy, capPerformance } = entered
  return {
    ...(noDataPolicy !== saved.noDataPolicy && { noDataPolicy }),
    ...(capPerformance !== saved.capPerformance && { capPerformance }),
  }
}

/** Returns what differs of the company itself, trimmed, by field; empty when nothing does. Blanks around a text are no change. */
export function changesOf(saved: CompanySettings, entered: CompanySettings): Partial<CompanySettings> {
  const before = new Map<string, unknown>(Object.entries(saved))
  const own = Object.entries(entered).filter(([field]) => Object.hasOwn(COMPANY_FIELDS, field))
  return Object.fromEntries(Object.entries(trimmedValues(Object.fromEntries(own))).filter(([field, value]) => value !== before.get(field)))
}

/** Returns the problems of the values by the server's rules. An address that was never set may stay empty. */
export function settingsProblems(saved: CompanySettings, entered: CompanySettings): readonly FieldProblem[] {
  const isNeverSet = saved.email === '' && entered.email.trim() === ''
  return tableProblems(COMPANY_FIELDS, entered).filter(({ field }) => !(field === 'email' && isNeverSet))
}
