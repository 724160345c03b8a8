import type { DeviceId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A work center that a person made to try, with its device. */
export type TrialMachine = { readonly workCenterId: WorkCenterId; readonly deviceId: DeviceId; readonly madeAt: number }

/** Returns the trial machines of the company, the oldest first. */
export async function listTrialMachines(tenant: Tenant): Promise<readonly TrialMachine[]> {
  const rows = await tenant.tx
    .selectFrom('device')
    .select(['id', 'work_center_id', 'claimed_on'])
    .where('company_id', '=', tenant.companyId)
    .where('is_trial', '=', true)
    .orderBy('claimed_on')
    .execute()
  return rows.flatMap((row) =>
    row.work_center_id === null
      ? []
      : [
          {
            workCenterId: asId<WorkCenterId>(row.work_center_id),
            deviceId: asId<DeviceId>(row.id),
            madeAt: row.claimed_on?.getTime() ?? 0,
          },
        ],
  )
}

/** Keeps who else would make a trial machine of the company waiting until the transaction ends. */
export async function lockTrialMachines(tenant: Tenant): Promise<void> {
  await tenant.tx.selectFrom('company').select('id').where('id', '=', tenant.companyId).forNoKeyUpdate().execute()
}

/** Says of the work center that somebody made it to try with, which holds when its device is gone. */
export async function nameTrial(tenant: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await tenant.tx
    .updateTable('work_center')
    .set({ is_trial: true })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', workCenterId)
    .execute()
}
