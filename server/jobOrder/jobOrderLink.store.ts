import { sql } from 'kysely'
import type { OrderLink } from '#engine/jobOrder/orderLink.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A link as it is stored. */
export type StoredLink = OrderLink & { readonly id: number; readonly jobOrderId: JobOrderId }

/** Returns the links of the orders as they were added. */
export async function listLinks(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly StoredLink[]> {
  const { rows } = await sql<StoredLink>`select id, job_order_id as "jobOrderId", file_name as "fileName", link_group as "group", url
    from job_order_link where company_id = ${tenant.companyId} and job_order_id = any(${ids}::int[]) order by job_order_id, id`.execute(
    tenant.tx,
  )
  return rows
}

/** Adds links to the order. */
export async function insertLinks(tenant: Tenant, jobOrderId: JobOrderId, links: readonly OrderLink[]): Promise<void> {
  await tenant.tx
    .insertInto('job_order_link')
    .values(
      links.map(({ fileName, group, url }) => ({
        company_id: tenant.companyId,
        job_order_id: jobOrderId,
        file_name: fileName.trim(),
        link_group: group.trim(),
        url: url.trim(),
      })),
    )
    .execute()
}

/** Removes links of the order; those of another stay. */
export async function deleteLinks(tenant: Tenant, jobOrderId: JobOrderId, ids: readonly number[]): Promise<void> {
  await sql`delete from job_order_link where company_id = ${tenant.companyId} and job_order_id = ${jobOrderId} and id = any(${ids}::int[])`.execute(
    tenant.tx,
  )
}
