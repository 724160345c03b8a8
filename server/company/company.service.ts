import { randomInt } from 'node:crypto'
import { COMPANY_FIELDS, NEW_COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import type { CompanyForm } from '#engine/company/companyFields.ts'
import { fieldValues, tableProblems, trimmedValues } from '#engine/fields/fieldTable.ts'
import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { isLanguage } from '#engine/user/language.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { audited, writeAudit } from './audit.store.ts'
import { insertCompany, lockCompany, lockFounder, updateCompanyRow } from './company.store.ts'
import type { Company } from './company.store.ts'
import { restateSchedules } from './companyClock.store.ts'
import { insertMembership } from './membership.store.ts'
import { insertPresetReasons } from './presetReason.store.ts'
import { PRESET_REASONS } from './presetReasons.ts'

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const ID_LENGTH = 5
/** 60 million ids: a second try is rare, a tenth means that something else is wrong. */
const ID_TRIES = 10

type System = Parameters<Parameters<Database['inSystem']>[0]>[0]

/** More than a person needs; a program would exceed it. */
export const COMPANIES_PER_DAY = 10

/**
 * Returns the new company, with the person as its administrator. Refuses REQUIRED, LENGTH_OUT_OF_RANGE and INVALID_FORMAT per field, DEMO_ACCOUNT
 * for the shared people of the demo, and COMPANIES_PER_DAY.
 */
export async function registerCompany(
  { database, now }: Pick<ClockDeps, 'database' | 'now'>,
  userId: UserId,
  form: CompanyForm,
  language = 'en',
): Promise<Company> {
  const trimmed = trimmedValues(form)
  refuseFirst(tableProblems(NEW_COMPANY_FIELDS, trimmed))
  return database.inSystem(async (tx) => {
    const founder = await lockFounder(tx, userId, new Date(now() - DAY_MS))
    if (founder === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
    if (isDemoAddress(founder.email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
    if (founder.companiesSince >= COMPANIES_PER_DAY) throw new Refusal({ code: 'COMPANIES_PER_DAY', params: { max: COMPANIES_PER_DAY } })
    const company = await createCompany(tx, userId, trimmed, language)
    await writeAudit(
      { companyId: company.id, tx },
      {
        userId,
        at: new Date(now()),
        action: 'REGISTER_COMPANY',
        subject: `company ${company.id}`,
        details: { before: null, after: fieldValues(COMPANY_FIELDS, company) },
      },
    )
    return company
  })
}

/** Returns the company that it stores under a free id, with the person as its administrator; the form is already checked. */
export async function createCompany(tx: System, userId: UserId, form: CompanyForm, language: string): Promise<Company> {
  for (let tries = 0; tries < ID_TRIES; tries++) {
    const company = await insertCompany(tx, { ...form, id: randomCompanyId(), language: isLanguage(language) ? language : 'en' })
    if (company === null) continue
    await insertMembership(tx, { companyId: company.id, userId, role: 'ADMIN' })
    await insertPresetReasons(tx, company.id, company.language, PRESET_REASONS)
    return company
  }
  throw new Error('no free company id was found')
}

/** A change of the settings; missing ones stay. */
export type CompanyEdit = ChangeOf<typeof COMPANY_FIELDS>

/** Returns the tenant's company with the changed settings. Refuses wrong values per field, and COMPANY_NOT_FOUND. */
export async function updateCompany(tenant: Tenant, change: CompanyEdit): Promise<Company> {
  const company = await updateCompanyRow(tenant, checkedColumns(COMPANY_FIELDS, change))
  if (company === null) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: tenant.companyId } })
  return company
}

type ClockDeps = {
  readonly database: Database
  readonly now: () => number
  /** Awaited after the commit: resolves when the work center's records show the change. */
  readonly ingest: Pick<IngestPort, 'reload'>
}

/**
 * Returns the member's company with new settings, like updateCompany. A new time zone or date rule applies to shifts that have not started; the
 * running one and the past keep their instants, dates and hours (domain.md E-32).
 */
export async function changeCompany(
  deps: ClockDeps,
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  change: CompanyEdit,
): Promise<Company> {
  const { company, affected } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const current = await lockCompany(tenant)
    if (current === null) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: member.companyId } })
    const changed = await updateCompany(tenant, change)
    const entry = {
      userId: member.userId,
      at: new Date(deps.now()),
      action: 'UPDATE_COMPANY',
      subject: `company ${member.companyId}`,
    } as const
    await audited(tenant, entry, fieldValues(COMPANY_FIELDS, current), fieldValues(COMPANY_FIELDS, changed))
    if (changed.timeZone === current.timeZone && changed.shiftDateRule === current.shiftDateRule) return { company: changed, affected: [] }
    const from = deps.now()
    const workCenterIds = await restateSchedules(tenant, current, changed, from)
    const marks = workCenterIds.map((workCenterId) => ({ workCenterId, from, to: null, cause: 'TIME_ZONE' }))
    await markForRecalculation(tenant, marks, member.userId)
    return { company: changed, affected: workCenterIds }
  })
  await Promise.all(affected.map((workCenterId) => deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })))
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
