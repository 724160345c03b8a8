import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A work center of the other system as it was linked. */
export type StoredLink = {
  readonly externalId: string
  readonly externalCode: string | null
  readonly externalName: string
  readonly action: 'EXISTING' | 'IGNORE'
  readonly workCenterId: WorkCenterId | null
  /** When it was found to be gone over there. */
  readonly vanishedOn: Date | null
}

/** Returns the links of the integration by the names of the other system. */
export async function listLinks(tenant: Tenant, integrationId: string): Promise<readonly StoredLink[]> {
  const { rows } =
    await sql<StoredLink>`select external_id as "externalId", external_code as "externalCode", external_name as "externalName",
      action, work_center_id as "workCenterId", vanished_on as "vanishedOn"
    from integration_link where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    order by external_name, external_id`.execute(tenant.tx)
  return rows
}

/** Stores the links in the place of those of before. */
export async function replaceLinks(tenant: Tenant, integrationId: string, links: readonly Omit<StoredLink, 'vanishedOn'>[]): Promise<void> {
  await sql`delete from integration_link where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid`.execute(
    tenant.tx,
  )
  await sql`insert into integration_link (company_id, integration_id, external_id, external_code, external_name, action, work_center_id)
    select ${tenant.companyId}, ${integrationId}::uuid, "externalId", "externalCode", "externalName", action, "workCenterId"
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as given ("externalId" text, "externalCode" text, "externalName" text, action text, "workCenterId" int)`.execute(tenant.tx)
}

/** Marks the links whose work center is gone over there, and takes the mark from those that are back. */
export async function markVanished(tenant: Tenant, integrationId: string, present: readonly string[], at: Date): Promise<void> {
  await sql`update integration_link set vanished_on = case when external_id = any(${present}::text[]) then null else ${at}::timestamptz end
    where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    and (vanished_on is null) <> (external_id = any(${present}::text[]))`.execute(tenant.tx)
}

/** Returns the work centers of the company that can be linked: none that is archived. */
export async function listLinkable(
  tenant: Tenant,
): Promise<readonly { readonly id: WorkCenterId; readonly name: string; readonly externalCode: string | null }[]> {
  const { rows } = await sql<{ readonly id: WorkCenterId; readonly name: string; readonly externalCode: string | null }>`
    select id, name, external_code as "externalCode" from work_center
    where company_id = ${tenant.companyId} and device_status <> 'ARCHIVE' order by sort_number, id`.execute(tenant.tx)
  return rows
}
