import type { SensorId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import type { Tenant } from '#server/db/database.ts'

/** Fields of a sensor that people set; undefined leaves a field. */
export type SensorHead = {
  readonly name?: string | null | undefined
  readonly color?: string | null | undefined
  /** Whether screens leave it out; it decides figures as before. */
  readonly isUiHidden?: boolean | null | undefined
}

/** Returns the work center that the sensor belongs to, whether it is deleted or not, or null when the company has no such sensor. */
export async function findSensorPlace(
  tenant: Tenant,
  id: SensorId,
): Promise<{ readonly workCenterId: WorkCenterId; readonly deletedOn: Date | null } | null> {
  const row = await tenant.tx
    .selectFrom('sensor')
    .select(['work_center_id', 'deleted_on'])
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { workCenterId: asId<WorkCenterId>(row.work_center_id), deletedOn: row.deleted_on } : null
}

/** Returns the id of the sensor, which is registered unless it is there; null when one of this type and number is there and not deleted. */
export async function insertSensor(
  tenant: Tenant,
  sensor: { readonly workCenterId: WorkCenterId; readonly type: SensorType; readonly number: number } & SensorHead,
): Promise<SensorId | null> {
  const row = await tenant.tx
    .insertInto('sensor')
    .values({
      company_id: tenant.companyId,
      work_center_id: sensor.workCenterId,
      type: sensor.type,
      number: sensor.number,
      name: sensor.name ?? null,
      color: sensor.color ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'work_center_id', 'type', 'number'])
        .doUpdateSet({ deleted_on: null, name: sensor.name ?? null, color: sensor.color ?? null })
        .where('sensor.deleted_on', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row ? asId<SensorId>(row.id) : null
}

/** Stores the sensor's name and colour, whether screens leave it out, and when it was deleted (null = not). */
export async function updateSensor(tenant: Tenant, id: SensorId, change: SensorHead & { readonly deletedOn?: Date | null }): Promise<void> {
  const columns = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.color !== undefined && { color: change.color }),
    ...(change.isUiHidden != null && { is_ui_hidden: change.isUiHidden }),
    ...(change.deletedOn !== undefined && { deleted_on: change.deletedOn }),
  }
  if (Object.keys(columns).length === 0) return
  await tenant.tx.updateTable('sensor').set(columns).where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}
