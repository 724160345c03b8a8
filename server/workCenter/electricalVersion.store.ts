import { sql } from 'kysely'
import type { ConstantsVersion } from '#engine/energy/constantsHistory.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { StatusSource } from '#engine/status/statusRule.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns the versions of the work center's electrical constants, the oldest first; none while they never changed. */
export async function listElectricalVersions(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly ConstantsVersion[]> {
  return (await listElectricalVersionsOf(tenant, [workCenterId])).get(workCenterId) ?? []
}

/** Returns the same of each of the work centers; those whose constants never changed are left out. */
export async function listElectricalVersionsOf(
  tenant: Tenant,
  ids: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, readonly ConstantsVersion[]>> {
  const rows = await tenant.tx
    .selectFrom('electrical_version')
    .select(
      camelColumns(
        'work_center_id',
        'valid_from',
        'cos_phi',
        'voltage',
        'transformation_ratio_code',
        'nominal_power',
        'idle_load_threshold',
      ),
    )
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', 'in', [...ids])
    .orderBy('valid_from')
    .execute()
  const found = new Map<WorkCenterId, ConstantsVersion[]>()
  for (const { workCenterId, ...version } of rows) {
    const id = asId<WorkCenterId>(workCenterId)
    found.set(id, [...(found.get(id) ?? []), version])
  }
  return found
}

/** Stores the versions of the work center's electrical constants in place of those that it had. */
export async function replaceElectricalVersions(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  versions: readonly ConstantsVersion[],
): Promise<void> {
  await tenant.tx
    .deleteFrom('electrical_version')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .execute()
  if (versions.length === 0) return
  await tenant.tx
    .insertInto('electrical_version')
    .values(
      versions.map((version) => ({
        company_id: tenant.companyId,
        work_center_id: workCenterId,
        valid_from: version.validFrom,
        cos_phi: version.cosPhi,
        voltage: version.voltage,
        transformation_ratio_code: version.transformationRatioCode,
        nominal_power: version.nominalPower,
        idle_load_threshold: version.idleLoadThreshold,
      })),
    )
    .execute()
}

/** Stores that the work center's statuses come from the source from the instant (ms UTC) on, and from `before` until its first version. */
export async function recordStatusSource(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  change: { readonly before: StatusSource; readonly source: StatusSource; readonly from: number },
): Promise<void> {
  const key = { company_id: tenant.companyId, work_center_id: workCenterId }
  await tenant.tx
    .insertInto('status_source_version')
    .columns(['company_id', 'work_center_id', 'valid_from', 'source'])
    .values({ ...key, valid_from: 0, source: change.before })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tenant.tx
    .deleteFrom('status_source_version')
    .where((row) => row.and(key))
    .where('valid_from', '>=', Math.max(change.from, 1))
    .execute()
  await tenant.tx
    .insertInto('status_source_version')
    .values({ ...key, valid_from: Math.max(change.from, 1), source: change.source })
    .execute()
}

/** Returns whether the work center ever had a status rule of a source. */
export async function hasSourceRules(tenant: Tenant, workCenterId: WorkCenterId): Promise<boolean> {
  const row = await tenant.tx
    .selectFrom('status_rule')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('range_type', '<>', 'MANUAL')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Has the work center's energy worked out again from the hour that holds the instant (ms UTC) on. */
export async function rewindEnergy(tenant: Tenant, workCenterId: WorkCenterId, from: number): Promise<void> {
  await tenant.tx
    .updateTable('energy_progress')
    .set((row) => ({
      // Raised in any case, so that energy that is being worked out now with the old constants is not taken for final.
      rewinds: sql<number>`rewinds + 1`,
      derived_until: row.fn<number>('least', ['derived_until', row.val(Math.floor(from / HOUR_MS) * HOUR_MS)]),
    }))
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .execute()
}
