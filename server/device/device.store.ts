import type { Transaction, Updateable } from 'kysely'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { ReportMode } from '#engine/workCenter/workCenterSetup.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { DB } from '#server/db/schema.ts'

/** A device as the registry knows it; the secret itself is never stored, only its hash. */
export type Device = {
  readonly id: DeviceId
  readonly code: string
  readonly partition: number
  readonly companyId: CompanyId | null
  readonly workCenterId: WorkCenterId | null
  readonly reportMode: ReportMode
  readonly nominalPeriodMs: number
  readonly acceptDaysBack: number
}

export type NewDevice = Pick<Device, 'id' | 'code' | 'partition' | 'reportMode' | 'nominalPeriodMs'> & {
  readonly secretHash: string
  readonly isTrial?: boolean
}

/** What of a device its company may change. */
export type DeviceColumns = Pick<Updateable<DB['device']>, 'report_mode' | 'nominal_period_ms' | 'accept_days_back'>

const COLUMNS = camelColumns(
  'id',
  'code',
  'partition',
  'company_id',
  'work_center_id',
  'report_mode',
  'nominal_period_ms',
  'accept_days_back',
)

/** Returns the stored device, or null when its code is already taken. */
export async function insertDevice(tx: Transaction<DB>, device: NewDevice): Promise<Device | null> {
  const row = await tx
    .insertInto('device')
    .values({
      id: device.id,
      code: device.code,
      secret_hash: device.secretHash,
      partition: device.partition,
      report_mode: device.reportMode,
      nominal_period_ms: device.nominalPeriodMs,
      is_trial: device.isTrial ?? false,
      ...(device.isTrial === true && { accept_days_back: 1 }),
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the device of the id, claimed or not, or null. */
export async function findDevice(tx: Transaction<DB>, id: DeviceId): Promise<Device | null> {
  const row = await tx.selectFrom('device').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Returns the hash of the device's secret, or null when no such device exists. */
export async function findSecretHash(tx: Transaction<DB>, id: DeviceId): Promise<string | null> {
  const row = await tx.selectFrom('device').select('secret_hash').where('id', '=', id).executeTakeFirst()
  return row?.secret_hash ?? null
}

/** Returns all devices in the order of their registration. */
export async function listDevices(tx: Transaction<DB>): Promise<Device[]> {
  return await tx.selectFrom('device').select(COLUMNS).orderBy('created_on').orderBy('code').execute()
}

/** Returns whether the device, still unclaimed, now belongs to the work center; of two claims at once one gets true. */
export async function claimDevice(
  tx: Transaction<DB>,
  id: DeviceId,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  at: Date = new Date(),
): Promise<boolean> {
  const result = await tx
    .updateTable('device')
    .set({ company_id: companyId, work_center_id: workCenterId, claimed_on: at })
    .where('id', '=', id)
    .where('company_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Returns whether the company's device is unclaimed again. */
export async function releaseDevice(tx: Transaction<DB>, id: DeviceId, companyId: CompanyId): Promise<boolean> {
  const result = await tx
    .updateTable('device')
    .set({ company_id: null, work_center_id: null, claimed_on: null })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Forgets the device if it was made to try with: its secret is known to somebody, so nobody else ever claims it. */
export async function deleteTrialDevice(tx: Transaction<DB>, id: DeviceId): Promise<void> {
  await tx.deleteFrom('device').where('id', '=', id).where('is_trial', '=', true).execute()
}

/** Returns the company's device with the settings changed, or null when the company has no such device. */
export async function updateDevice(
  tx: Transaction<DB>,
  id: DeviceId,
  companyId: CompanyId,
  changes: DeviceColumns,
): Promise<Device | null> {
  if (Object.keys(changes).length > 0) {
    await tx.updateTable('device').set(changes).where('id', '=', id).where('company_id', '=', companyId).execute()
  }
  const row = await tx.selectFrom('device').select(COLUMNS).where('id', '=', id).where('company_id', '=', companyId).executeTakeFirst()
  return row ?? null
}

/** Replaces the hash of the device's secret; the old secret ends. */
export async function replaceSecretHash(tx: Transaction<DB>, id: DeviceId, secretHash: string): Promise<void> {
  await tx.updateTable('device').set({ secret_hash: secretHash }).where('id', '=', id).execute()
}
