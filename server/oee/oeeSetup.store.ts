import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { NoDataPolicy, OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import { NO_DATA_POLICIES } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** What the company decides about the OEE of all its work centers. */
export type CompanyOeePolicy = Pick<OeeSetup, 'noDataPolicy' | 'capPerformance'>

/** Returns the company's policies. */
export async function findOeePolicy(tenant: Tenant): Promise<CompanyOeePolicy> {
  const row = await tenant.tx
    .selectFrom('company')
    .select(['no_data_policy', 'cap_performance'])
    .where('id', '=', tenant.companyId)
    .executeTakeFirstOrThrow()
  return {
    noDataPolicy: oneOf(NO_DATA_POLICIES, row.no_data_policy),
    capPerformance: row.cap_performance,
  }
}

/** Stores the company's policies; what is undefined stays. */
export async function storeOeePolicy(
  tenant: Tenant,
  change: { readonly noDataPolicy: NoDataPolicy | undefined; readonly capPerformance: boolean | undefined },
): Promise<void> {
  const { noDataPolicy, capPerformance } = change
  await tenant.tx
    .updateTable('company')
    .set({
      ...(noDataPolicy !== undefined && { no_data_policy: noDataPolicy }),
      ...(capPerformance !== undefined && { cap_performance: capPerformance }),
    })
    .where('id', '=', tenant.companyId)
    .execute()
}

/** Returns where the first shift starts that is not confirmed, of each work center that has one. */
export async function listFirstUnconfirmed(
  tenant: Tenant,
): Promise<readonly { readonly workCenterId: WorkCenterId; readonly from: number }[]> {
  const rows = await sql<{ id: number; start_at: number }>`select work_center_id as id, min(start_at) as start_at from shift
    where company_id = ${tenant.companyId} and status <> 'CONFIRMED' group by work_center_id order by work_center_id`.execute(tenant.tx)
  return rows.rows.map((row) => ({ workCenterId: asId<WorkCenterId>(row.id), from: row.start_at }))
}
