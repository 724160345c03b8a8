import { sql } from 'kysely'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import { NO_DATA_POLICIES } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** What the company decides about the OEE of all its work centers. */
export type CompanyOeePolicy = Pick<OeeSetup, 'noDataPolicy' | 'capPerformance' | 'includeScheduledLossInOee'>

/** Returns the company's policies. */
export async function findOeePolicy(tenant: Tenant): Promise<CompanyOeePolicy> {
  const row = await tenant.tx
    .selectFrom('company')
    .select(['no_data_policy', 'cap_performance', sql<boolean>`counts_scheduled_loss(id)`.as('include_scheduled_loss')])
    .where('id', '=', tenant.companyId)
    .executeTakeFirstOrThrow()
  return {
    noDataPolicy: oneOf(NO_DATA_POLICIES, row.no_data_policy),
    capPerformance: row.cap_performance,
    includeScheduledLossInOee: row.include_scheduled_loss,
  }
}
