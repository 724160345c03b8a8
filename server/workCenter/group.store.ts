import type { Tenant } from '#server/db/database.ts'

export type WorkCenterGroup = { readonly id: number; readonly name: string; readonly color: string }

/** Returns the company's groups of work centers by name. */
export async function listGroups(tenant: Tenant): Promise<readonly WorkCenterGroup[]> {
  return await tenant.tx
    .selectFrom('work_center_group')
    .select(['id', 'name', 'color'])
    .where('company_id', '=', tenant.companyId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
