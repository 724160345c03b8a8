import type { Transaction } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

export type Company = {
  readonly id: CompanyId
  readonly name: string
  readonly country: string
  readonly email: string | null
  readonly language: string
  readonly timeZone: string
  readonly photoUrl: string | null
}

export type CompanyChange = Pick<Company, 'name' | 'country' | 'language' | 'timeZone'>

const COLUMNS = ['id', 'name', 'country', 'email', 'language', 'time_zone', 'photo_url'] as const

/** Returns the tenant's company, or null when there is none of this id. */
export async function findCompany(tenant: Tenant): Promise<Company | null> {
  const row = await tenant.tx.selectFrom('company').select(COLUMNS).where('id', '=', tenant.companyId).executeTakeFirst()
  return row ? toCompany(row) : null
}

/** Returns the stored company, or null when the id is already taken. */
export async function insertCompany(tx: Transaction<DB>, company: Omit<Company, 'photoUrl'>): Promise<Company | null> {
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
  return row ? toCompany(row) : null
}

/** Returns the tenant's company with the change, or null when there is none of this id. */
export async function updateCompanyRow(tenant: Tenant, change: CompanyChange): Promise<Company | null> {
  const row = await tenant.tx
    .updateTable('company')
    .set({ name: change.name, country: change.country, language: change.language, time_zone: change.timeZone })
    .where('id', '=', tenant.companyId)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toCompany(row) : null
}

type Row = {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly email: string | null
  readonly language: string
  readonly time_zone: string
  readonly photo_url: string | null
}

function toCompany(row: Row): Company {
  return {
    id: asId<CompanyId>(row.id),
    name: row.name,
    country: row.country,
    email: row.email,
    language: row.language,
    timeZone: row.time_zone,
    photoUrl: row.photo_url,
  }
}
