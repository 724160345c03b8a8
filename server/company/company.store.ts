import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { ShiftDateRule } from '#engine/shift/shiftSchedule.ts'
import type { Language } from '#engine/user/language.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

export type Company = {
  readonly id: CompanyId
  readonly name: string
  readonly country: string
  readonly email: string | null
  readonly language: Language
  readonly timeZone: string
  readonly photoUrl: string | null
  /** Which local date a shift belongs to (domain.md A-3). */
  readonly shiftDateRule: ShiftDateRule
}

export type CompanyChange = Pick<Company, 'name' | 'country' | 'email' | 'language' | 'timeZone' | 'shiftDateRule'>

const COLUMNS = camelColumns('id', 'name', 'country', 'email', 'language', 'time_zone', 'photo_url', 'shift_date_rule')

/** Returns the tenant's company, or null when there is none of this id. */
export async function findCompany(tenant: Tenant): Promise<Company | null> {
  const row = await tenant.tx.selectFrom('company').select(COLUMNS).where('id', '=', tenant.companyId).executeTakeFirst()
  return row ?? null
}

/** Returns the tenant's company, locked with its schedules until the transaction ends; null when there is none. */
export async function lockCompany(tenant: Tenant): Promise<Company | null> {
  const row = await tenant.tx.selectFrom('company').select(COLUMNS).where('id', '=', tenant.companyId).forNoKeyUpdate().executeTakeFirst()
  return row ?? null
}

/** Returns the stored company, or null when the id is already taken. */
export async function insertCompany(tx: Transaction<DB>, company: Omit<Company, 'photoUrl' | 'shiftDateRule'>): Promise<Company | null> {
  const row = await tx
    .insertInto('company')
    .values({
      id: company.id,
      name: company.name,
      country: company.country,
      email: company.email,
      language: company.language,
      time_zone: company.timeZone,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the tenant's company with the change, or null when there is none of this id. */
export async function updateCompanyRow(tenant: Tenant, change: CompanyChange): Promise<Company | null> {
  const row = await tenant.tx
    .updateTable('company')
    .set({
      name: change.name,
      country: change.country,
      email: change.email,
      language: change.language,
      time_zone: change.timeZone,
      shift_date_rule: change.shiftDateRule,
    })
    .where('id', '=', tenant.companyId)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Who wants a company, held until the transaction ends so that two wishes at once are counted one after the other; null when there is no such person. */
export async function lockFounder(
  tx: Transaction<DB>,
  userId: UserId,
  since: Date,
): Promise<{ readonly email: string; readonly companiesSince: number } | null> {
  const person = await tx.selectFrom('app_user').select('email').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  if (person === undefined) return null
  const { count } = await tx
    .selectFrom('audit_log')
    .select((entries) => entries.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('action', '=', 'REGISTER_COMPANY')
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return { email: person.email, companiesSince: Number(count) }
}
