import type { Transaction } from 'kysely'
import type { COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import type { ColumnsOf, StoredOf } from '#engine/fields/fieldTable.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** A company: its settings by their field table, and its photo. The address is null where it was never set. */
export type Company = Omit<StoredOf<typeof COMPANY_FIELDS>, 'email'> & {
  readonly id: CompanyId
  readonly email: string | null
  readonly photoUrl: string | null
}

/** A company as it begins: what is left out has its usual value. */
export type NewCompany = Omit<
  Company,
  'externalReports' | 'operatorsMayConfirm' | 'operatorsMayCreateOrders' | 'photoUrl' | 'shiftDateRule' | 'stationPins'
>

const COLUMNS = camelColumns(
  'id',
  'name',
  'country',
  'email',
  'language',
  'time_zone',
  'photo_url',
  'shift_date_rule',
  'station_pins',
  'operators_may_confirm',
  'operators_may_create_orders',
  'external_reports',
)

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
export async function insertCompany(tx: Transaction<DB>, company: NewCompany): Promise<Company | null> {
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

/** Returns the tenant's company with the changed columns, or null when there is none of this id. */
export async function updateCompanyRow(tenant: Tenant, columns: ColumnsOf<typeof COMPANY_FIELDS>): Promise<Company | null> {
  const row = await tenant.tx
    .updateTable('company')
    // A column that is set to itself keeps an empty change a statement.
    .set({ id: tenant.companyId, ...columns })
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
