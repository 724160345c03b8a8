import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** Keeps the file of the import, of which another sheet may be read. */
export async function keepUpload(tenant: Tenant, importId: number, content: Uint8Array): Promise<void> {
  await sql`insert into import_upload (company_id, import_id, content) values (${tenant.companyId}, ${importId}, ${Buffer.from(content)})`.execute(
    tenant.tx,
  )
}

/** Returns the file of the import; null where it has one sheet, was applied or has expired. */
export async function findUpload(tenant: Tenant, importId: number): Promise<Uint8Array | null> {
  const { rows } = await sql<{
    readonly content: Buffer
  }>`select content from import_upload where company_id = ${tenant.companyId} and import_id = ${importId}`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : new Uint8Array(row.content)
}

/** Forgets the files of imports that can no longer be changed. */
export async function forgetUploads(tenant: Tenant): Promise<void> {
  await sql`delete from import_upload u using job_orders_import i where u.company_id = ${tenant.companyId} and i.company_id = u.company_id
    and i.id = u.import_id and i.state in ('APPLIED', 'UNDONE', 'EXPIRED')`.execute(tenant.tx)
}
