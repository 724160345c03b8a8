import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** Returns whether an import of the company can still be taken back at the instant, or was taken back since it could. */
export async function hasUndoableImport({ tx, companyId }: Tenant, at: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from job_orders_import where company_id = ${companyId} and state in ('APPLIED', 'UNDONE')
    and undo_until > ${at} limit 1`.execute(tx)
  return rows.length > 0
}

/** Removes the imports that visitors began, applied or took back, and the mappings that they saved. The orders themselves go with those of visitors. */
export async function removeForeignImports({ tx, companyId }: Tenant, crew: readonly string[]): Promise<void> {
  await sql`delete from job_orders_import where company_id = ${companyId} and (created_by <> all(${crew}::uuid[])
    or coalesce(applied_by, created_by) <> all(${crew}::uuid[]) or coalesce(undone_by, created_by) <> all(${crew}::uuid[]))`.execute(tx)
  await sql`delete from import_mapping where company_id = ${companyId} and updated_by <> all(${crew}::uuid[])`.execute(tx)
}
