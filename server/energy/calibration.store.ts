import type { Transaction } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** Returns the calibrations of all companies that run and began by the instant (ms UTC), the earliest first. */
export async function listRunningCalibrations(
  tx: Transaction<DB>,
  startedBy: number,
): Promise<readonly { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId; readonly start: number }[]> {
  const rows = await tx
    .selectFrom('work_center')
    .select(['company_id', 'id', 'calibration_start'])
    .where('calibration_state', '=', 'RUNNING')
    .where('calibration_start', '<=', startedBy)
    .where('device_status', '<>', 'ARCHIVE')
    .orderBy('calibration_start')
    .execute()
  return rows.flatMap((row) =>
    row.calibration_start === null
      ? []
      : [{ companyId: asId<CompanyId>(row.company_id), workCenterId: asId<WorkCenterId>(row.id), start: row.calibration_start }],
  )
}

/** Returns whether the calibration that began at the instant still runs; the work center is locked until the transaction ends. */
export async function lockCalibration(tenant: Tenant, workCenterId: WorkCenterId, start: number): Promise<boolean> {
  const row = await tenant.tx
    .selectFrom('work_center')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', workCenterId)
    .where('calibration_state', '=', 'RUNNING')
    .where('calibration_start', '=', start)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the partition of the work center's device, null without a device. */
export async function findPartition(tenant: Tenant, workCenterId: WorkCenterId): Promise<number | null> {
  const row = await tenant.tx
    .selectFrom('device')
    .select('partition')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .executeTakeFirst()
  return row?.partition ?? null
}
