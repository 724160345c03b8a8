import { sql } from 'kysely'
import type { SavedColumn } from '#engine/jobOrder/import/suggestMapping.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** How files are read that people import again and again. */
export type SavedMapping = {
  readonly id: number
  readonly name: string
  readonly columns: readonly SavedColumn[]
  readonly workCenterId: number | null
  readonly cycleUnitMs: number
}

/** Returns the saved mappings of the company, the last saved first. */
export async function listMappings(tenant: Tenant): Promise<readonly SavedMapping[]> {
  const { rows } = await sql<{
    readonly id: number
    readonly name: string
    readonly content: Omit<SavedMapping, 'id' | 'name'>
  }>`select id, name, content
    from import_mapping where company_id = ${tenant.companyId} order by updated_on desc, id desc`.execute(tenant.tx)
  return rows.map(({ id, name, content }) => ({ id, name, ...content }))
}

/** Stores the mapping under its name; one of the same name, without regard to case, is replaced. Returns its id. */
export async function saveMapping(
  tenant: Tenant,
  { name, ...content }: Omit<SavedMapping, 'id'>,
  by: { readonly userId: UserId; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ readonly id: number }>`insert into import_mapping (company_id, name, content, updated_by, updated_on)
    values (${tenant.companyId}, ${name}, ${JSON.stringify(content)}::jsonb, ${by.userId}, ${by.at})
    on conflict (company_id, lower(name)) do update set name = excluded.name, content = excluded.content, updated_by = excluded.updated_by,
      updated_on = excluded.updated_on
    returning id`.execute(tenant.tx)
  return rows[0]?.id ?? 0
}

/** Removes the mapping. Returns whether there was one. */
export async function deleteMapping(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql`delete from import_mapping where company_id = ${tenant.companyId} and id = ${id}::int returning id`.execute(
    tenant.tx,
  )
  return rows.length > 0
}
