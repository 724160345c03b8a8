import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
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
  return { noDataPolicy: oneOf(NO_DATA_POLICIES, row.no_data_policy), capPerformance: row.cap_performance }
}
