import { sql } from 'kysely'
import type { Cell, ImportMapping } from '#engine/jobOrder/import/importField.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A file that was put in. */
export type IntegrationFile = {
  readonly importId: number
  readonly name: string
  readonly rowCount: number
  readonly putOn: Date
}

/** So many files of an integration are known; older ones are forgotten. */
export const MOST_FILES = 20

/** Stores that the file of the import was put into the integration. */
export async function insertFile(
  tenant: Tenant,
  integrationId: string,
  file: { readonly importId: number; readonly putOn: Date; readonly putBy: UserId },
): Promise<void> {
  await sql`insert into integration_file (company_id, integration_id, import_id, put_on, put_by)
    values (${tenant.companyId}, ${integrationId}::uuid, ${file.importId}, ${file.putOn}, ${file.putBy}::uuid) on conflict do nothing`.execute(
    tenant.tx,
  )
  await sql`delete from integration_file where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid and import_id in (
    select import_id from integration_file where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    order by no desc offset ${MOST_FILES})`.execute(tenant.tx)
}

/** Returns the files of the integration, the newest first. */
export async function listFiles(tenant: Tenant, integrationId: string): Promise<readonly IntegrationFile[]> {
  const { rows } =
    await sql<IntegrationFile>`select f.import_id as "importId", i.file_name as name, i.row_count as "rowCount", f.put_on as "putOn"
    from integration_file f join job_orders_import i on i.company_id = f.company_id and i.id = f.import_id
    where f.company_id = ${tenant.companyId} and f.integration_id = ${integrationId}::uuid order by f.no desc`.execute(tenant.tx)
  return rows
}

export type FileRows = {
  /** Rises from file to file in the order in which they were put in. */
  readonly no: number
  readonly mapping: ImportMapping
  readonly rows: readonly { readonly no: number; readonly cells: readonly Cell[] }[]
}

/** Returns the files that were put in after the one of the number, the oldest first, with their rows; the rows of a file go a week after it came. */
export async function listFileRows(tenant: Tenant, integrationId: string, after: number): Promise<readonly FileRows[]> {
  const { rows } = await sql<FileRows>`select f.no, i.mapping,
      coalesce((select jsonb_agg(jsonb_build_object('no', r.no, 'cells', r.cells) order by r.no) from job_orders_import_row r
        where r.company_id = f.company_id and r.import_id = f.import_id and not r.is_left_out), '[]') as rows
    from integration_file f join job_orders_import i on i.company_id = f.company_id and i.id = f.import_id
    where f.company_id = ${tenant.companyId} and f.integration_id = ${integrationId}::uuid and f.no > ${after}
    order by f.no`.execute(tenant.tx)
  return rows
}
