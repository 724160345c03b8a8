import { sql } from 'kysely'
import type { DeviceId } from '#engine/ids.ts'
import type { ReportMode } from '#engine/workCenter/workCenterSetup.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'

/** A device as the company that claimed it sees it. */
export type CompanyDevice = {
  readonly id: string
  readonly code: string
  readonly reportMode: ReportMode
  readonly nominalPeriodMs: number
  readonly acceptDaysBack: number
  readonly claimedOn: Date | null
}

/** Holds the device until the transaction ends, so that of two who claim it at once the second sees the first one's claim. */
export async function lockDevice(tx: Tenant['tx'], id: DeviceId): Promise<void> {
  await sql`select id from device where id = ${id} for update`.execute(tx)
}

/** Returns the id of the unclaimed device with the code, or null. Needs a system transaction. */
export async function findUnclaimedId(tx: Tenant['tx'], code: string): Promise<DeviceId | null> {
  const row = await tx.selectFrom('device').select('id').where('code', '=', code).where('company_id', 'is', null).executeTakeFirst()
  return row?.id ?? null
}

/** Returns the devices of the ids that the company has claimed. */
export async function listCompanyDevices(tenant: Tenant, ids: readonly string[]): Promise<readonly CompanyDevice[]> {
  return await tenant.tx
    .selectFrom('device')
    .select(camelColumns('id', 'code', 'report_mode', 'nominal_period_ms', 'accept_days_back', 'claimed_on'))
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', sql<DeviceId>`any(${ids}::uuid[])`)
    .execute()
}
