import type { ColumnsOf } from '#engine/fields/fieldTable.ts'
import type { SensorId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SENSOR_FIELDS } from '#engine/sensor/sensorFields.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import type { Tenant } from '#server/db/database.ts'

/** The columns of a sensor that people set. */
export type SensorColumns = ColumnsOf<typeof SENSOR_FIELDS>

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
  { workCenterId, type, number }: { readonly workCenterId: WorkCenterId; readonly type: SensorType; readonly number: number },
  columns: SensorColumns,
): Promise<SensorId | null> {
  const settings = { name: null, color: null, ...columns }
  const row = await tenant.tx
    .insertInto('sensor')
    .values({ company_id: tenant.companyId, work_center_id: workCenterId, type, number, ...settings })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'work_center_id', 'type', 'number'])
        .doUpdateSet({ deleted_on: null, ...settings })
        .where('sensor.deleted_on', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row ? asId<SensorId>(row.id) : null
}

/** Stores the columns of the sensor, and when it was deleted (null = not). */
export async function updateSensor(
  tenant: Tenant,
  id: SensorId,
  columns: SensorColumns & { readonly deleted_on?: Date | null },
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await tenant.tx.updateTable('sensor').set(columns).where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}
